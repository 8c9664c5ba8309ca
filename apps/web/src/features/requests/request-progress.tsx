import { useTranslation } from 'react-i18next';
import { nameAfterKhun } from '@bkksiam/domain/users';
import { detailOf } from '#entities/offer/event-details.ts';
import type { SentOffer } from '#entities/offer/offer.ts';
import { requestEventName } from '#entities/request/request-events.ts';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { Card } from '#ui/parts/card.tsx';
import { pastEntry, TimeLine, type TimeLineEntry } from '#ui/parts/time-line.tsx';
import type { GroupRequestRow } from './request-data.ts';

type RequestEvent = GroupRequestRow['events'][number];

/** The entries of what has happened; an event without a text here is left out. */
function useHistory(events: readonly RequestEvent[]): readonly TimeLineEntry[] {
  const { t } = useTranslation('requests');
  const baht = useBaht();
  const timeText = useBangkokTime();
  const language = useLanguage();
  return events.flatMap((event) => {
    const name = requestEventName(event.event);
    if (name === undefined) return [];
    const isOwn = event.actor === 'member';
    const total = detailOf(event, 'total_satang');
    const what =
      name === 'cancelled'
        ? t(isOwn ? 'event.cancelled' : 'event.cancelledByUs')
        : t(`event.${name}`, {
            number: detailOf(event, 'version') ?? '',
            reference: detailOf(event, 'reference') ?? '',
          });
    const admin = event.actor === 'admin' ? event.actor_name : null;
    return [
      pastEntry(event, {
        when: timeText(event.created_at),
        what,
        who: [
          admin === null ? '' : t('event.byAdmin', { name: nameAfterKhun(admin, language) }),
          typeof total === 'number' ? baht(total) : '',
        ],
        quote: event.message,
      }),
    ];
  });
}

/** What comes next: whose turn it is, then the step after it; nothing once the request has ended. */
function useNextSteps(
  request: GroupRequestRow,
  open: SentOffer | undefined,
): readonly TimeLineEntry[] {
  const { t } = useTranslation('requests');
  const timeText = useBangkokTime();
  const later = (name: 'yourAnswer' | 'hold') => ({
    key: name,
    state: 'later' as const,
    when: t('next.then'),
    what: t(`next.${name}`),
  });
  if (request.status === 'QUOTED' && open !== undefined) {
    return [
      {
        key: 'answer',
        state: 'next',
        when: t('offer.by', { time: timeText(open.validUntil) }),
        what: t('next.answer', { number: open.version }),
        who: t('next.expires'),
      },
      later('hold'),
    ];
  }
  if (request.status !== 'PENDING' && request.status !== 'QUOTED') return [];
  return [
    {
      key: 'offer',
      state: 'next',
      when: t('next.now'),
      what: t('next.offer'),
      who: t('next.mail'),
    },
    later('yourAnswer'),
  ];
}

/** The time line of a request. */
export function RequestProgress({
  request,
  open,
}: {
  readonly request: GroupRequestRow;
  readonly open: SentOffer | undefined;
}) {
  const { t } = useTranslation('requests');
  const history = useHistory(request.events);
  const next = useNextSteps(request, open);
  if (history.length + next.length === 0) return null;
  return (
    <Card id="progress" title={t('progress')}>
      <TimeLine labelledBy="progress" entries={[...history, ...next]} />
    </Card>
  );
}
