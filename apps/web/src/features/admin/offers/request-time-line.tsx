import { useTranslation } from 'react-i18next';
import { useBaht, useBangkokTime } from '#entities/offer/offer-parts.tsx';
import { TimeLine, type TimeLineEntry } from '#ui/parts/time-line.tsx';
import type { OpenRequest } from './group-requests-data.ts';

const eventNames = [
  'requested',
  'offer_sent',
  'offer_accepted',
  'offer_declined',
  'change_asked',
  'offer_lapsed',
  'cancelled',
] as const;

function detailOf(details: unknown, name: string): string | number | undefined {
  const value: unknown = Reflect.get(Object(details), name);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** What happened to a request, oldest first. */
export function RequestTimeLine({ request }: { readonly request: OpenRequest }) {
  const { t } = useTranslation(['offers', 'common']);
  const baht = useBaht();
  const timeText = useBangkokTime();
  const entries = request.events.flatMap((event): readonly TimeLineEntry[] => {
    const name = eventNames.find((known) => known === event.event);
    if (name === undefined) return [];
    const total = detailOf(event.details, 'total_satang');
    const who = [
      event.actor === 'system' ? t('common:admin.requests.bySystem') : (event.actor_name ?? ''),
      typeof total === 'number' ? baht(total) : '',
    ];
    return [
      {
        key: String(event.event_id),
        state: 'done',
        when: <time dateTime={event.created_at}>{timeText(event.created_at)}</time>,
        what: t(`event.${name}`, {
          number: detailOf(event.details, 'version') ?? '',
          reference: detailOf(event.details, 'reference') ?? '',
        }),
        who: who.filter((part) => part !== '').join(' · '),
        ...(event.message !== null && { quote: event.message }),
      },
    ];
  });
  return (
    <section>
      <h3 id="request-line" className="mb-4 text-lg">
        {t('timeLine')}
      </h3>
      <TimeLine labelledBy="request-line" entries={entries} />
    </section>
  );
}
