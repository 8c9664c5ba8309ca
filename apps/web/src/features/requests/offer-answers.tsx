import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { Problem } from '@bkksiam/domain/problem';
import type { SentOffer } from '#entities/offer/offer.ts';
import { requestKeys } from '#entities/request/request-data.ts';
import { profileQuery } from '#entities/user/profile-data.ts';
import type { AppError } from '#platform/app-error.ts';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { logRejection } from '#platform/log.ts';
import { pageHeading } from '#platform/page-changes.ts';
import type { FixedToast } from '#platform/query-client.ts';
import { serverNow } from '#platform/server-clock.ts';
import { showToast } from '#platform/toast.ts';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { TextArea } from '#ui/form-field.tsx';
import { FormDialog } from '#platform/form-dialog.tsx';
import { sendAction, type GroupRequestRow, type RequestAction } from './request-data.ts';

const longestMessage = 2000;

/** Says why an action failed; the page then shows the request as it is now. */
function failureToast(
  { code, message }: AppError,
  { offers: [latest] }: GroupRequestRow,
): FixedToast {
  if (code !== 'conflict') return { title: 'requests:failed', description: { text: message } };
  const isExpired = latest !== undefined && Date.parse(latest.validUntil) <= serverNow();
  return isExpired
    ? { title: 'requests:expired', description: 'requests:expiredText' }
    : { title: 'requests:changed', description: 'requests:changedText' };
}

/** The phone number of the member's profile with its country. The library of phone numbers is loaded for it. */
async function ownPhone(client: QueryClient, userId: string): Promise<string | undefined> {
  const [{ internationalPhone }, profile] = await Promise.all([
    import('#platform/phone-number.ts'),
    client.query(profileQuery(userId)),
  ]);
  return internationalPhone(profile?.phone ?? '');
}

/** Sends an action and loads the request again, also after a failed action. */
function useRequestAction(userId: string, request: GroupRequestRow) {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: requestKeys.ofMember(userId) });
  return {
    send: async (action: RequestAction, message = '') => {
      const phone = action === 'accept' ? await ownPhone(client, userId) : undefined;
      await sendAction(action, request, { message, ...(phone !== undefined && { phone }) });
    },
    onSettled: reload,
  };
}

interface ActionProps {
  readonly userId: string;
  readonly request: GroupRequestRow;
  readonly onClose: () => void;
}

/** Asks before an action without a message: acceptance, or the end of the request. */
function ConfirmAction({
  action,
  text,
  tone,
  ...props
}: ActionProps & {
  readonly action: 'accept' | 'cancel';
  readonly text: string;
  readonly tone: 'primary' | 'danger';
}) {
  const { t } = useTranslation(['requests', 'common']);
  const { userId, request, onClose } = props;
  const { send, onSettled } = useRequestAction(userId, request);
  const { mutate, isPending, isIdle } = useMutation({
    mutationKey: ['requests', action],
    mutationFn: () => send(action),
    meta: { errorToast: (error) => failureToast(error, request) },
    onSuccess: () => showToast({ title: `requests:${action}.done` }),
    onSettled: async () => {
      await onSettled();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onCancel={onClose}
      onConfirm={() => mutate()}
      title={t(`${action}.title`)}
      text={<Phrases text={text} />}
      confirmLabel={t(`${action}.confirm`)}
      cancelLabel={t('back')}
      tone={tone}
      busy={isPending}
      focusAfter={() => (isIdle ? undefined : pageHeading())}
    />
  );
}

/** Acceptance says the total and what is due first. */
function AcceptDialog({ offer, ...props }: ActionProps & { readonly offer: SentOffer }) {
  const { t } = useTranslation('requests');
  const baht = useBaht();
  const timeText = useBangkokTime();
  const values = {
    total: baht(offer.totalSatang),
    deposit: baht(offer.depositSatang),
    time: timeText(offer.depositDueAt ?? offer.holdExpiresAt),
  };
  const { depositSatang: deposit, totalSatang: total } = offer;
  const name = deposit === 0 ? 'noDeposit' : deposit === total ? 'all' : 'text';
  return (
    <ConfirmAction {...props} action="accept" text={t(`accept.${name}`, values)} tone="primary" />
  );
}

export function CancelDialog(props: ActionProps) {
  const { t } = useTranslation('requests');
  return <ConfirmAction {...props} action="cancel" text={t('cancel.text')} tone="danger" />;
}

const missingMessage: Problem = { code: 'group_request.change_message' };

const schemas = {
  change: z
    .object({ message: trimmedText })
    .check(
      domainCheck<{ message: string }>(
        ({ message }) => (message === '' ? { message: missingMessage } : {}),
        'requests',
      ),
    ),
  decline: z.object({ message: trimmedText }),
};

/** Asks for a change or declines, with a message of the member. */
function MessageDialog({
  action,
  userId,
  request,
  onClose,
}: ActionProps & { readonly action: 'change' | 'decline' }) {
  const { t } = useTranslation(['requests', 'common']);
  const client = useRequestAction(userId, request);
  const isAnswered = useRef(false);
  const form = useAppForm({
    schema: schemas[action],
    defaultValues: { message: '' },
    draftKey: `${action} ${request.quote_id}`,
    mutationKey: ['requests', action],
    errorToast: (error) => failureToast(error, request),
    send: ({ message }) => client.send(action, message),
    async onSuccess() {
      isAnswered.current = true;
      showToast({ title: `requests:${action}.done` });
      await client.onSettled();
      onClose();
    },
    onError({ code }) {
      // What was typed stays, unless there is nothing left to answer.
      if (code !== 'conflict') return;
      isAnswered.current = true;
      onClose();
      logRejection('the request could not be loaded again', client.onSettled());
    },
  });
  return (
    <FormDialog
      title={t(`${action}.title`)}
      text={t(`${action}.text`)}
      form={form}
      onClose={onClose}
      focusAfter={() => (isAnswered.current ? pageHeading() : undefined)}
      cancelLabel={t('back')}
      submitLabel={t(`${action}.confirm`)}
      busyText={t('common:action.sending')}
      tone={action === 'decline' ? 'danger' : 'primary'}
    >
      <TextArea
        {...form.field('message')}
        label={t(`${action}.message`)}
        hint={t(`${action}.hint`)}
        rows={4}
        maxLength={longestMessage}
      />
    </FormDialog>
  );
}

/** The three answers to an open offer; on phones the acceptance is on the bar that stays. */
export function useAnswers(userId: string, request: GroupRequestRow, offer: SentOffer) {
  const [shown, setShown] = useState<RequestAction>();
  const props = { userId, request, onClose: () => setShown(undefined) };
  const dialogs = (
    <>
      {shown === 'accept' && <AcceptDialog {...props} offer={offer} />}
      {(shown === 'change' || shown === 'decline') && <MessageDialog {...props} action={shown} />}
    </>
  );
  return { ask: setShown, dialogs };
}
