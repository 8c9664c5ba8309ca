import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calendarDayText } from '@bkksiam/domain/date-text';
import { PeriodForm } from '#entities/calendar/period-form.tsx';
import { maxPeriodDays, usePeriod, type Period } from '#entities/calendar/period.ts';
import { TitledDialog } from '#platform/form-dialog.tsx';
import { useLanguage } from '#platform/i18n.ts';
import { SelectField } from '#ui/select-field.tsx';

const periodNames = ['all', 'month', 'last_month', 'year', 'custom'] as const;
type PeriodName = (typeof periodNames)[number];

/** The period of the list; its days are undefined for all of them. */
export function useReceiptPeriod() {
  const { name, period, choose } = usePeriod<PeriodName>(periodNames, 'all');
  return { name, period, days: name === 'all' ? undefined : period, choose };
}

interface PeriodFieldProps {
  readonly period: ReturnType<typeof useReceiptPeriod>;
}

/** Chooses the period of the list; a dialog asks for other days. */
export function PeriodField({ period: { name, period, choose } }: PeriodFieldProps) {
  const { t } = useTranslation('adminReceipts');
  const language = useLanguage();
  const [isAsking, setIsAsking] = useState(false);
  const dayText = (day: string) => calendarDayText(day, language) ?? day;
  const names = periodNames
    .filter((value) => value !== 'custom')
    .map((value) => ({ value, text: t(`period.${value}`) }));
  return (
    <div className="max-sm:w-full md:dense:[&_select]:min-h-12">
      <SelectField<PeriodName | 'other'>
        label={t('period.label')}
        choices={[
          ...names,
          ...(name === 'custom'
            ? [
                {
                  value: name,
                  text: `${dayText(period.first)} – ${dayText(period.last)}`,
                },
              ]
            : []),
          { value: 'other', text: t('period.other') },
        ]}
        value={name}
        onValue={(value) => (value === 'other' ? setIsAsking(true) : choose(value))}
      />
      {isAsking && (
        <TitledDialog title={t('period.title')} onClose={() => setIsAsking(false)}>
          <PeriodForm
            texts={{
              title: t('period.title'),
              first: t('period.first'),
              last: t('period.last'),
              show: t('period.show'),
              wrong: t('period.wrong', { days: maxPeriodDays }),
            }}
            period={period}
            onPeriod={(days: Period) => {
              setIsAsking(false);
              choose('custom', days);
            }}
          />
        </TitledDialog>
      )}
    </div>
  );
}
