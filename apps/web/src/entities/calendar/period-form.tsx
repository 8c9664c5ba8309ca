import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Form } from '#ui/form.tsx';
import { DayField } from './day-field.tsx';
import { isPeriod, type Period } from './period.ts';

interface PeriodFormProps {
  readonly texts: Readonly<Record<'title' | 'first' | 'last' | 'show' | 'wrong', string>>;
  /** The days at first. */
  readonly period: Period;
  readonly onPeriod: (period: Period) => void;
  readonly className?: string;
}

/** Asks for the first and the last day of a period. */
export function PeriodForm({ texts, period, onPeriod, className }: PeriodFormProps) {
  const [days, setDays] = useState(period);
  const [wasSent, setWasSent] = useState(false);
  return (
    <Form
      aria-label={texts.title}
      onSubmit={() => {
        setWasSent(true);
        if (isPeriod(days)) onPeriod(days);
      }}
      className={classNames('flex flex-wrap items-end gap-3', className)}
    >
      <DayField
        label={texts.first}
        name="first"
        value={days.first}
        onValue={(first) => setDays({ ...days, first })}
        error=""
      />
      <DayField
        label={texts.last}
        name="last"
        value={days.last}
        onValue={(last) => setDays({ ...days, last })}
        error={wasSent && !isPeriod(days) ? texts.wrong : ''}
      />
      <Button type="submit" tone="secondary">
        {texts.show}
      </Button>
    </Form>
  );
}
