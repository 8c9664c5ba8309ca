import { useTranslation } from 'react-i18next';
import { timeLeft } from '@bkksiam/domain/deadline';
import { serverNow } from '#platform/server-clock.ts';
import { classNames } from '#ui/class-names.ts';
import type { GroupRequest } from './group-requests-data.ts';

/** How long a request has waited, in its two largest units. */
function useWaited(): (since: string) => string {
  const { t } = useTranslation('requests');
  return (since) => {
    const { days, hours, minutes } = timeLeft(serverNow(), Date.parse(since));
    const unit = days > 0 ? 'days' : hours > 0 ? 'hours' : minutes > 0 ? 'minutes' : 'lastMinute';
    return t(`time.${unit}`, { days, hours, minutes });
  };
}

/** Whose answer a request waits for, and for how long. */
export function Turn({
  request: { turn, waiting_since: since },
}: {
  readonly request: Pick<GroupRequest, 'turn' | 'waiting_since'>;
}) {
  const { t } = useTranslation('offers');
  const waited = useWaited();
  if (turn === null) return null;
  return (
    <span className="whitespace-nowrap">
      <span
        className={classNames(
          'text-sm font-mid',
          turn === 'agency' ? 'text-gold-ink' : 'text-ink-2',
        )}
      >
        {t(`turn.${turn}`)}
      </span>
      {since !== null && (
        <>
          {' '}
          <time dateTime={since} className="num text-sm text-ink-2">
            {waited(since)}
          </time>
        </>
      )}
    </span>
  );
}
