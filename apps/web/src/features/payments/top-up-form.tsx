import { QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { topUpSatang } from '@bkksiam/domain/amount-due';
import type { Problem } from '@bkksiam/domain/problem';
import { pages } from '#pages.ts';
import { domainCheck } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { useBaht } from '#platform/formats.ts';
import { logRejection } from '#platform/log.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Form } from '#ui/form.tsx';
import { NumberField } from '#ui/parts/number-field.tsx';

const offered = [100_000, 500_000, 1_000_000] as const;

/** Whether so much can be topped up at once. */
export const isTopUp = (satang: number) => satang >= topUpSatang.min && satang <= topUpSatang.max;

const schema = z
  .object({ amount: z.nullable(z.number()) })
  .check(
    domainCheck<{ readonly amount: number | null }>(
      ({ amount }): Readonly<Partial<Record<'amount', Problem>>> =>
        amount === null || !isTopUp(amount) ? { amount: { code: 'slip.top_up' } } : {},
      'payments',
    ),
  );

/** The amount of a top-up, offered or typed; it opens the screen with its QR code. */
export function TopUpForm() {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  const navigate = useNavigate();
  const form = useAppForm({
    schema,
    defaultValues: { amount: null as number | null },
    send: ({ amount }) => Promise.resolve(amount ?? 0),
    onSuccess(satang) {
      const address = `${pages.topUp.href()}?amount=${String(satang / 100)}`;
      logRejection('the top-up could not be opened', navigate(address));
    },
  });
  const field = form.amount('amount');
  const hasAmount = field.value !== null && !Number.isNaN(field.value);
  return (
    <Form aria-label={t('topUp.form')} onSubmit={form.onSubmit} className="grid gap-4">
      <fieldset>
        <legend className="mb-1.5 font-strong">{t('topUp.title')}</legend>
        <div className="grid grid-cols-3 gap-2">
          {offered.map((satang) => (
            <button
              key={satang}
              type="button"
              aria-pressed={field.value === satang}
              onClick={() => field.onValue(satang)}
              className={classNames(
                'num min-h-11 rounded-md px-1 text-sm font-strong inset-ring',
                field.value === satang
                  ? 'bg-teal-soft inset-ring-2 inset-ring-teal'
                  : 'inset-ring-line-control hover:bg-sunken',
              )}
            >
              {baht(satang)}
            </button>
          ))}
        </div>
      </fieldset>
      <NumberField
        {...field}
        label={t('topUp.other')}
        hint={t('topUp.limits', { min: baht(topUpSatang.min), max: baht(topUpSatang.max) })}
        enterKeyHint="go"
      />
      <Button type="submit" tone="secondary" wide>
        <QrCode className="size-5" />
        {hasAmount ? t('topUp.openAmount', { amount: baht(field.value ?? 0) }) : t('topUp.open')}
      </Button>
    </Form>
  );
}
