import { useTranslation } from 'react-i18next';
import { msToNextMinute, timeLeft } from '@bkksiam/domain/deadline';
import { useBangkokTime } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { serverNow } from '#platform/server-clock.ts';
import { Countdown, type CountdownProps } from '#ui/parts/countdown.tsx';

type DeadlineProps = Pick<CountdownProps, 'label' | 'deadline' | 'overText' | 'onStub'>;

/** The time left until a deadline, by the server's clock. */
export function DeadlineCountdown({ deadline, ...texts }: DeadlineProps) {
  const { t } = useTranslation('requests');
  const language = useLanguage();
  const timeText = useBangkokTime();
  function readTime() {
    const [at, now] = [Date.parse(deadline), serverNow()];
    const { urgency, days, hours, minutes } = timeLeft(at, now);
    const unit = days > 0 ? 'days' : hours > 0 ? 'hours' : minutes > 0 ? 'minutes' : 'lastMinute';
    const text = t(`time.${unit}`, { days, hours, minutes });
    return { urgency, text, changesInMs: msToNextMinute(at, now) };
  }
  return (
    <Countdown
      {...texts}
      deadline={timeText(deadline)}
      leftLabel={t('time.left')}
      leftLabelFirst={language === 'th'}
      timeLeft={readTime}
    />
  );
}
