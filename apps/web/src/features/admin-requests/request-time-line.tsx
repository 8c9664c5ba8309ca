import { useTranslation } from 'react-i18next';
import { useAssignmentText } from '#entities/assignment/assignment-parts.tsx';
import { detailOf } from '#entities/offer/event-details.ts';
import { requestEventName } from '#entities/request/request-events.ts';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { Section } from '#ui/parts/section.tsx';
import { pastEntry, TimeLine, type TimeLineEntry } from '#ui/parts/time-line.tsx';
import type { OpenRequest } from './group-requests-data.ts';

/** What happened to a request, oldest first. */
export function RequestTimeLine({ request }: { readonly request: OpenRequest }) {
  const { t } = useTranslation(['offers', 'common']);
  const baht = useBaht();
  const timeText = useBangkokTime();
  const assignmentText = useAssignmentText();
  const entries = request.events.flatMap((event): readonly TimeLineEntry[] => {
    const name = requestEventName(event.event);
    const assigned = assignmentText(event.event, {
      from: detailOf(event, 'assigned_from'),
      to: detailOf(event, 'assigned_to'),
    });
    const what =
      name === undefined
        ? assigned
        : t(`event.${name}`, {
            number: detailOf(event, 'version') ?? '',
            reference: detailOf(event, 'reference') ?? '',
          });
    if (what === undefined) return [];
    const total = detailOf(event, 'total_satang');
    return [
      pastEntry(event, {
        when: timeText(event.created_at),
        what,
        who: [
          event.actor === 'system' ? t('common:admin.requests.bySystem') : (event.actor_name ?? ''),
          typeof total === 'number' ? baht(total) : '',
        ],
        quote: event.message,
      }),
    ];
  });
  return (
    <Section id="time-line" title={t('timeLine')} look="drawer">
      <TimeLine labelledBy="time-line" entries={entries} />
    </Section>
  );
}
