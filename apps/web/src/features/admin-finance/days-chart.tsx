import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useTranslation } from 'react-i18next';
import { satangText } from '@bkksiam/domain/number-input';
import { dayParts } from '@bkksiam/domain/weekday-text';
import { useLanguage } from '#platform/i18n.ts';
import type { FinanceDay } from './finance-data.ts';

const label = { fill: 'var(--ink-2)', fontSize: 12 };
/** Weekdays stand below the bars of so many days. */
const weekdaysUpTo = 10;

const chartHeight = 288;

const thousands = (satang: number) => satangText(Math.round(satang / 1000) * 100);

const amounts = ['received_satang', 'due_satang', 'paid_out_satang'] as const;

type Amount = (typeof amounts)[number];

/** Received is filled, what is due an outline, and what was paid out narrow. */
const bars: Readonly<Record<Amount, object>> = {
  received_satang: { fill: 'var(--teal)', radius: 2, maxBarSize: 18 },
  due_satang: {
    fill: 'transparent',
    stroke: 'var(--line-control)',
    strokeWidth: 1.5,
    radius: 2,
    maxBarSize: 17,
  },
  paid_out_satang: { fill: 'var(--gold)', radius: 1.5, maxBarSize: 8 },
};

const tooltip = {
  background: 'var(--surface)',
  border: '1px solid var(--line)',
  borderRadius: 'var(--r-sm)',
};

interface BarsProps {
  readonly days: readonly FinanceDay[];
  readonly names: Readonly<Record<Amount, string>>;
  readonly dayName: (day: string) => string;
}

function Bars({ days, names, dayName }: BarsProps) {
  return (
    <ResponsiveContainer width="100%" height={chartHeight}>
      <BarChart
        data={[...days]}
        accessibilityLayer={false}
        barGap={3}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="day"
          tickFormatter={dayName}
          tick={label}
          tickLine={false}
          axisLine={{ stroke: 'var(--line)' }}
          minTickGap={12}
        />
        <YAxis
          tickFormatter={thousands}
          tick={label}
          tickLine={false}
          axisLine={false}
          width={52}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--sunken)' }}
          contentStyle={tooltip}
          itemStyle={{ color: 'var(--ink)' }}
          labelFormatter={(day) => (typeof day === 'string' ? dayName(day) : day)}
          formatter={(satang) => satangText(Number(satang))}
        />
        {amounts.map((name) => (
          <Bar
            key={name}
            dataKey={name}
            name={names[name]}
            isAnimationActive={false}
            {...bars[name]}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

/** The days as bars. The table beside it has the figures, so assistive technology skips them here. */
export function DaysChart({ days }: { readonly days: readonly FinanceDay[] }) {
  const { t } = useTranslation('adminFinance');
  const language = useLanguage();
  function dayName(day: string): string {
    const parts = dayParts(day, language);
    if (parts === undefined) return day;
    return days.length <= weekdaysUpTo ? `${parts.weekday} ${parts.date}` : parts.dayAndMonth;
  }
  return (
    <div
      role="img"
      aria-label={t('days.chart')}
      className="num rounded-md border border-line bg-surface px-2 pt-3 pb-1"
    >
      <p aria-hidden className="px-2 text-xs text-ink-2">
        {t('days.thousands')}
      </p>
      <div aria-hidden>
        <Bars
          days={days}
          dayName={dayName}
          names={{
            received_satang: t('days.received'),
            due_satang: t('days.due'),
            paid_out_satang: t('days.paidOut'),
          }}
        />
      </div>
    </div>
  );
}
