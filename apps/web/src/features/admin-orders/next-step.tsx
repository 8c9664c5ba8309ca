import { useMutation } from '@tanstack/react-query';
import { Printer, Tag } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orderTransitions } from '@bkksiam/domain/order-status';
import { allowedVerbs } from '@bkksiam/domain/status-transition';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { Section } from '#ui/parts/section.tsx';
import { useOrderAction, useOrderFailure } from './order-actions.ts';
import { CancelDialog, TakeBackDialog } from './order-dialogs.tsx';
import { adminOrderKey, type AdminOrder } from './orders-data.ts';
import { hasLabel, type PrintJob } from './printing.tsx';
import { ShipForm } from './ship-form.tsx';

/** The ids of what the keys P and S press and focus. */
export const packId = 'pack-order';
export const shipId = 'ship-order';

type Step = 'pack' | 'hand_over' | 'deliver';

/** The step that needs one press. */
function stepOf({ status, method }: AdminOrder): Step | undefined {
  if (status === 'PAID') return 'pack';
  if (status === 'SHIPPED') return 'deliver';
  return status === 'PACKED' && method === 'pickup' ? 'hand_over' : undefined;
}

function StepButton({ row, step }: { readonly row: AdminOrder; readonly step: Step }) {
  const { t } = useTranslation('adminOrders');
  const send = useOrderAction(row);
  const failureText = useOrderFailure();
  const { mutate, isPending, error } = useMutation({
    mutationKey: [...adminOrderKey, step],
    mutationFn: () => send(step),
    onSuccess: () =>
      showToast({ title: `adminOrders:done.${step}`, description: { text: row.number } }),
  });
  return (
    <>
      <Button
        size="sm"
        wide
        busy={isPending}
        onClick={() => mutate()}
        {...(step === 'pack' && { id: packId, 'aria-keyshortcuts': 'P' })}
      >
        {t(`step.${step}`)}
      </Button>
      <p className="text-xs text-ink-2">
        {t(step === 'pack' && row.method === 'pickup' ? 'stepText.ready' : `stepText.${step}`)}
      </p>
      {error && <Alert title={t('failed')}>{failureText(error)}</Alert>}
    </>
  );
}

/** What the order waits for. */
function Waits({ row }: { readonly row: AdminOrder }) {
  const { t } = useTranslation('adminOrders');
  const short = useShortTime();
  const { status, pay_by: by, review_until: review } = row;
  if (status !== 'PLACED' || by === null) return null;
  const until = review !== null && review > by ? review : by;
  return (
    <p>{t(review === null ? 'waits.payment' : 'waits.review', { time: short.time(until) })}</p>
  );
}

interface NextStepProps {
  readonly row: AdminOrder;
  readonly onPrint: (job: PrintJob) => void;
}

function Prints({ row, onPrint }: NextStepProps) {
  const { t } = useTranslation('adminOrders');
  const ids = [row.order_id];
  const isInHouse = row.status === 'PAID' || row.status === 'PACKED';
  return (
    <>
      {isInHouse && (
        <Button tone="secondary" size="sm" onClick={() => onPrint({ kind: 'packing', ids })}>
          <Printer className="size-4" />
          {t('packing.title')}
        </Button>
      )}
      {hasLabel(row) && (
        <Button tone="secondary" size="sm" onClick={() => onPrint({ kind: 'labels', ids })}>
          <Tag className="size-4" />
          {t('label.print')}
        </Button>
      )}
    </>
  );
}

/** What an admin does with an order, and what is printed of it. */
export function NextStep({ row, onPrint }: NextStepProps) {
  const { t } = useTranslation('adminOrders');
  const [opened, setOpened] = useState<'cancel' | 'take_back'>();
  const step = stepOf(row);
  const verbs = allowedVerbs(orderTransitions, row.status, 'admin');
  const others = (['take_back', 'cancel'] as const).filter((verb) => verbs.includes(verb));
  const close = () => setOpened(undefined);
  if (verbs.length === 0) return null;
  return (
    <Section title={t('nextStep')}>
      <div className="grid gap-2">
        <Waits row={row} />
        {step && <StepButton key={step} row={row} step={step} />}
        {row.status === 'PACKED' && row.method !== 'pickup' && <ShipForm id={shipId} row={row} />}
        <div className="flex flex-wrap gap-2">
          <Prints row={row} onPrint={onPrint} />
          {others.map((verb) => (
            <Button key={verb} tone="secondary" size="sm" onClick={() => setOpened(verb)}>
              {t(
                verb === 'cancel' && row.status === 'PLACED' ? 'cancel.release' : `${verb}.action`,
              )}
            </Button>
          ))}
        </div>
      </div>
      {opened === 'cancel' && <CancelDialog row={row} onClose={close} />}
      {opened === 'take_back' && <TakeBackDialog row={row} onClose={close} />}
    </Section>
  );
}
