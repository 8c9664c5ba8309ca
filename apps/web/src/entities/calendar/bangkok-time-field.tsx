import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import { ClockField } from './clock-field.tsx';
import { DayField } from './day-field.tsx';

export interface BangkokTimeFieldProps {
  readonly label: string;
  readonly name: string;
  /** `2026-12-05T18:00`; empty while neither day nor time is written. */
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error: string;
  readonly className?: string;
}

/** A Bangkok time, as a day in the language on screen and a time. */
export function BangkokTimeField(props: BangkokTimeFieldProps) {
  const { label, name, value, onValue, error, className } = props;
  const { t } = useTranslation('adminBookings');
  const [day = '', clock = ''] = value.split('T');
  const set = (nextDay: string, nextClock: string) =>
    onValue(nextDay === '' && nextClock === '' ? '' : `${nextDay}T${nextClock}`);
  return (
    <div
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)_6.5rem] items-start gap-x-2 gap-y-1.5',
        className,
      )}
    >
      <DayField
        label={label}
        name={name}
        value={day}
        onValue={(next) => set(next, clock)}
        error={error}
      />
      <ClockField
        label={t('bangkok')}
        name={`${name}.time`}
        value={clock}
        onValue={(next) => set(day, next)}
      />
    </div>
  );
}
