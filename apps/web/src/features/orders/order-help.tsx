import { useMutation } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { bangkokDayText } from '@bkksiam/domain/date-text';
import { contactAbout } from '#pages.ts';
import { askAddress } from '#entities/support/ask-address.ts';
import { FormDialog } from '#platform/form-dialog.tsx';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { useLanguage } from '#platform/i18n.ts';
import { pageHeading } from '#platform/page-changes.ts';
import { showToast } from '#platform/toast.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { TextArea } from '#ui/form-field.tsx';
import { Card } from '#ui/parts/card.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { canAskReturn, canCancel, failureToast, type BuyerProps } from './order-data.ts';

interface DialogProps extends BuyerProps {
  readonly onClose: () => void;
}

const longestReason = 2000;

const schema = z
  .object({ reason: trimmedText })
  .check(
    domainCheck<{ reason: string }>(
      ({ reason }) => (reason === '' ? { reason: { code: 'order.reason' } } : {}),
      'orders',
    ),
  );

/** Asks why what came goes back. */
function ReturnDialog({ order, buyer, onClose }: DialogProps) {
  const { t } = useTranslation(['orders', 'common']);
  const isAsked = useRef(false);
  const form = useAppForm({
    schema,
    defaultValues: { reason: '' },
    draftKey: `return ${order.order_id}`,
    mutationKey: ['orders', 'return'],
    errorToast: failureToast,
    send: ({ reason }) => buyer.askReturn(reason),
    onSuccess() {
      isAsked.current = true;
      showToast({ title: 'orders:return.done' });
      onClose();
    },
    onError({ code }) {
      // What was typed stays, unless the order is another by now.
      if (code === 'conflict') onClose();
    },
  });
  return (
    <FormDialog
      title={t('return.title')}
      text={<Phrases text={t('return.text')} />}
      form={form}
      onClose={onClose}
      // The button is gone.
      focusAfter={() => (isAsked.current ? pageHeading() : undefined)}
      submitLabel={t('return.confirm')}
      busyText={t('common:action.sending')}
    >
      <TextArea
        {...form.field('reason')}
        label={t('return.reason')}
        hint={t('return.hint')}
        rows={4}
        maxLength={longestReason}
      />
    </FormDialog>
  );
}

/** Asks before the order is cancelled. */
function CancelQuestion({ buyer, onClose }: DialogProps) {
  const { t } = useTranslation('orders');
  const { mutate, isPending, isIdle } = useMutation({
    mutationKey: ['orders', 'cancel'],
    mutationFn: () => buyer.cancel(),
    meta: { errorToast: failureToast },
    onSuccess: () => showToast({ title: 'orders:cancel.done' }),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open
      onCancel={onClose}
      onConfirm={() => mutate()}
      title={t('cancel.title')}
      text={<Phrases text={t('cancel.text')} />}
      confirmLabel={t('cancel.confirm')}
      cancelLabel={t('cancel.back')}
      busy={isPending}
      focusAfter={() => (isIdle ? undefined : pageHeading())}
    />
  );
}

/** The ways to the team, and what the buyer may do alone. */
export function OrderHelp({ order, buyer }: BuyerProps) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const [shown, setShown] = useState<'return' | 'cancel'>();
  const props = { order, buyer, onClose: () => setShown(undefined) };
  const { order_id: id, number, return_asked_at: askedAt } = order;
  const subject = t('subject', { number });
  return (
    <Card id="help" title={t('help.title')}>
      <p className="text-sm text-ink-2">
        <Phrases
          text={
            askedAt === null
              ? t('help.text')
              : t('return.asked', { day: bangkokDayText(askedAt, language) ?? '' })
          }
        />
      </p>
      <p className="mt-2 grid justify-items-start">
        <Link
          to={
            buyer.token === undefined
              ? askAddress({ kind: 'order', id, reference: number }, subject)
              : contactAbout(subject)
          }
          className={buttonClass({ tone: 'link' })}
        >
          <MessageSquare className="size-4.5" />
          {t('help.write')}
        </Link>
        {canAskReturn(order) && (
          <Button tone="link" onClick={() => setShown('return')}>
            {t('return.action')}
          </Button>
        )}
        {canCancel(order) && (
          <Button tone="link" className="text-red!" onClick={() => setShown('cancel')}>
            {t('cancel.action')}
          </Button>
        )}
      </p>
      {shown === 'return' && <ReturnDialog {...props} />}
      {shown === 'cancel' && <CancelQuestion {...props} />}
    </Card>
  );
}
