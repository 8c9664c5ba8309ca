import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChosenSlip } from '#entities/payment/chosen-slip.ts';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { Button } from '#ui/button.tsx';
import { StickyBar } from '#ui/parts/sticky-bar.tsx';
import { CreditBox } from './credit-box.tsx';
import { PayCard } from './pay-card.tsx';
import type { Agency } from '#entities/payment/pay-to.ts';
import type { Payable } from './payable.ts';
import type { Payer } from './payer.ts';
import { SlipCard } from './slip-card.tsx';
import { useSlipForm, type SlipForm } from './slip-form.ts';
import type { Transfer } from './transfer.ts';

/** The amount and the next press, at the foot of a phone. */
function PayBar({ form, transfer }: { readonly form: SlipForm; readonly transfer: Transfer }) {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  const timeText = useBangkokTime();
  const { slip, typedSatang: typed } = form;
  const label = slip
    ? t(typed === transfer.satang ? 'bar.matches' : 'bar.differs')
    : transfer.deadline === null
      ? t('amountDue')
      : t('bar.by', { time: timeText(transfer.deadline) });
  const shown = slip && typed !== null && !Number.isNaN(typed) ? typed : transfer.satang;
  return (
    <StickyBar
      label={t('bar.label')}
      totalLabel={label}
      total={baht(shown)}
      action={
        slip ? (
          <Button busy={form.busy} busyText={t('attach.sending')} onClick={() => form.onSubmit()}>
            {t('attach.send')}
          </Button>
        ) : (
          <Button onClick={form.openFiles}>{t('attach.short')}</Button>
        )
      }
    />
  );
}

export interface PayFormProps {
  readonly payer: Payer;
  readonly agency: Agency | null;
  /** Null for a top-up. */
  readonly payable: Payable | null;
  readonly satang: number;
  readonly deadline: string | null;
  readonly title: string;
  readonly detail: ReactNode;
  /** After a rejection, or while another slip waits: the member has paid already, and may ask for the code. */
  readonly isAgain?: boolean;
  /** A slip that was chosen before. */
  readonly chosen?: ChosenSlip | null;
  /** Below the amount and the ways to pay it. */
  readonly children?: ReactNode;
}

/** What is to pay, the ways to pay it, and the slip. */
export function PayForm(props: PayFormProps) {
  const { payer, agency, payable, satang, deadline, title, detail, isAgain = false } = props;
  const { t } = useTranslation('payments');
  const [usesCredit, setUsesCredit] = useState(false);
  const [asksForWays, setAsksForWays] = useState(false);
  const showsWays = !isAgain || asksForWays;
  const { balanceSatang, userId } = payer;
  const creditSatang = usesCredit && payable !== null && balanceSatang < satang ? balanceSatang : 0;
  const transfer: Transfer = { payable, satang: satang - creditSatang, creditSatang, deadline };
  const form = useSlipForm(payer, transfer, props.chosen ?? null);
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_23rem]">
      {/* On a phone a chosen slip takes the place of the code. */}
      <div className={form.slip ? 'grid min-w-0 gap-6 max-md:hidden' : 'grid min-w-0 gap-6'}>
        <PayCard
          transfer={transfer}
          title={title}
          detail={detail}
          agency={agency}
          showsWays={showsWays}
        >
          {!showsWays && (
            <div className="grid justify-items-start gap-2">
              <p className="text-sm text-ink-2">{t('again.text')}</p>
              <Button tone="secondary" onClick={() => setAsksForWays(true)}>
                {t('again.show')}
              </Button>
            </div>
          )}
          {payable !== null && userId !== null && showsWays && (
            <CreditBox
              userId={userId}
              payable={payable}
              satang={satang}
              balanceSatang={balanceSatang}
              isUsed={creditSatang > 0}
              onUse={setUsesCredit}
            />
          )}
        </PayCard>
        <div className="max-xl:hidden">{props.children}</div>
      </div>
      <SlipCard form={form} isAgain={isAgain} />
      <PayBar form={form} transfer={transfer} />
    </div>
  );
}

/** Takes the slip of a transfer that the screen does not ask for: there is no price, or it has ended. */
export function LateSlip({
  payer,
  payable,
  chosen,
}: {
  readonly payer: Payer;
  readonly payable: Payable;
  readonly chosen: ChosenSlip | null;
}) {
  const { t } = useTranslation('payments');
  const [isOpen, setIsOpen] = useState(chosen !== null);
  const transfer: Transfer = { payable, satang: 0, creditSatang: 0, deadline: null };
  const form = useSlipForm(payer, transfer, chosen);
  if (!isOpen)
    return (
      <Button tone="secondary" className="justify-self-start" onClick={() => setIsOpen(true)}>
        {t('attach.title')}
      </Button>
    );
  return <SlipCard form={form} isAgain={false} hasBar={false} />;
}
