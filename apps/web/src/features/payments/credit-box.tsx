import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadPayments } from '#entities/payment/payment-keys.ts';
import { requestKeys } from '#entities/request/request-data.ts';
import { callData, type DataRequest } from '#platform/data-api.ts';
import { newId } from '#platform/form.ts';
import { useBaht } from '#platform/formats.ts';
import { focusHeading } from '#platform/page-changes.ts';
import { Button } from '#ui/button.tsx';
import type { Payable } from './payable.ts';
import { usePaymentFailure } from './payment-failure.ts';

function Box({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-md bg-sunken px-4 py-3 text-sm forced-colors:border">
      <Wallet className="mt-0.5 size-5 text-teal" />
      <div>
        <p className="num font-strong">{title}</p>
        {children}
      </div>
    </div>
  );
}

function usePayment(userId: string, { kind, id, version }: Payable, satang: number) {
  const client = useQueryClient();
  const reload = () => reloadPayments(client, userId, requestKeys.ofMember(userId));
  // Pressed again after a lost answer it pays once.
  const [key] = useState(newId);
  return useMutation({
    mutationFn: () =>
      callData((api): DataRequest<unknown> =>
        kind === 'order'
          ? // All that is left, which is paid once for a version.
            api.rpc('bkk_pay_order_with_credit', { p_order_id: id, p_version: version })
          : api.rpc('bkk_pay_with_credit', {
              p_booking_id: id,
              p_version: version,
              p_amount_satang: satang,
              p_idempotency_key: key,
            }),
      ),
    async onSuccess() {
      await reload();
      focusHeading();
    },
    onError: reload,
  });
}

/** Pays all that is due from credit, after a second press. */
function PayAll({
  userId,
  payable,
  satang,
  balanceSatang,
}: {
  readonly userId: string;
  readonly payable: Payable;
  readonly satang: number;
  readonly balanceSatang: number;
}) {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  const failureText = usePaymentFailure();
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, error } = usePayment(userId, payable, satang);
  return (
    <Box title={t('credit.covers', { amount: baht(balanceSatang) })}>
      <p className="text-ink-2">
        {isAsking
          ? t('credit.left', { amount: baht(balanceSatang - satang) })
          : t('credit.coversText')}
      </p>
      {error && (
        <p role="alert" className="mt-1 font-mid text-red">
          {failureText(error)}
        </p>
      )}
      {isAsking ? (
        <div className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
          <Button size="sm" busy={isPending} onClick={() => mutate()}>
            {t('credit.confirm', { amount: baht(satang) })}
          </Button>
          <Button tone="link" onClick={() => setIsAsking(false)}>
            {t('credit.back')}
          </Button>
        </div>
      ) : (
        <Button tone="link" onClick={() => setIsAsking(true)}>
          {t('credit.pay')}
        </Button>
      )}
    </Box>
  );
}

/** Pays from credit: all of what is due at once, or a part of it together with the transfer. */
export function CreditBox({
  userId,
  payable,
  satang,
  balanceSatang,
  isUsed,
  onUse,
}: {
  readonly userId: string;
  readonly payable: Payable;
  /** What is due. */
  readonly satang: number;
  readonly balanceSatang: number;
  /** Whether the transfer is less by the credit. */
  readonly isUsed: boolean;
  readonly onUse: (isUsed: boolean) => void;
}) {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  if (balanceSatang <= 0) return null;
  const props = { userId, payable, satang, balanceSatang };
  if (balanceSatang >= satang)
    // A payment of another amount is another one.
    return <PayAll key={`${String(satang)} ${String(payable.version)}`} {...props} />;
  return (
    <Box title={t('credit.part', { amount: baht(balanceSatang) })}>
      <p className="text-ink-2">
        {t(isUsed ? 'credit.usedText' : 'credit.partText', {
          amount: baht(satang - balanceSatang),
        })}
      </p>
      <Button tone="link" aria-pressed={isUsed} onClick={() => onUse(!isUsed)}>
        {t(isUsed ? 'credit.unuse' : 'credit.use', { amount: baht(balanceSatang) })}
      </Button>
    </Box>
  );
}
