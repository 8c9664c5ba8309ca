import { useTranslation } from 'react-i18next';
import { shortDayText } from '@bkksiam/domain/weekday-text';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { useLanguage } from '#platform/i18n.ts';
import { classNames } from '#ui/class-names.ts';
import { stepDiscs } from '#ui/parts/time-line.tsx';
import type { Order, OrderProps } from './order-data.ts';
import { stepsOf, type OrderStep } from './order-steps.ts';

const columns: Readonly<Partial<Record<number, string>>> = {
  2: 'md:grid-cols-2',
  3: 'md:grid-cols-3',
  4: 'md:grid-cols-4',
  5: 'md:grid-cols-5',
  6: 'md:grid-cols-6',
};

/** When a step was taken, or by when the next one will be. */
function useWhen(order: Order): (step: OrderStep) => string {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const short = useShortTime();
  return ({ status, state, at }) => {
    if (at !== null) return short.time(at);
    if (state !== 'next') return '';
    if (status === 'PAID' && order.review_until === null && order.pay_by !== null)
      return t('by', { time: short.time(order.pay_by) });
    if (status === 'DELIVERED' && order.arrives_on !== null)
      return t('by', { time: shortDayText(order.arrives_on, language) ?? order.arrives_on });
    return t('next.then');
  };
}

/** The steps of an order: across on wide screens, down on phones. */
export function OrderRail({ order }: OrderProps) {
  const { t } = useTranslation('orders');
  const whenOf = useWhen(order);
  const steps = stepsOf(order);
  return (
    <ol aria-label={t('steps')} className={classNames('grid', columns[steps.length])}>
      {steps.map((step, index) => {
        const following = steps[index + 1];
        const { status, state } = step;
        return (
          <li
            key={status}
            aria-current={state === 'next' ? 'step' : undefined}
            className={classNames(
              'relative pb-4 pl-7 text-sm leading-snug last:pb-0 before:absolute before:top-[3px] before:left-0 before:size-3.5 before:rounded-pill before:content-[""] md:pt-7 md:pr-3 md:pb-0 md:pl-0 md:before:top-1.5',
              stepDiscs[state],
              following &&
                'after:absolute after:top-[21px] after:-bottom-0.5 after:left-1.5 after:border-l-2 after:content-[""] md:after:top-3 md:after:right-1.5 md:after:bottom-auto md:after:left-5 md:after:border-t-2 md:after:border-l-0',
              following?.state === 'done'
                ? 'after:border-teal'
                : 'after:border-dashed after:border-line-control',
            )}
          >
            <span
              className={classNames(
                'block',
                state === 'later' ? 'font-mid text-ink-2' : 'font-strong',
              )}
            >
              {t(`step.${status}`)}
            </span>
            <span className="num block text-xs text-ink-2">{whenOf(step)}</span>
          </li>
        );
      })}
    </ol>
  );
}
