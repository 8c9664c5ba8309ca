import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { TextArea } from '#ui/form-field.tsx';
import { FormDialog } from '#platform/form-dialog.tsx';
import { cancelRequest, type OpenRequest } from './group-requests-data.ts';
import { useReload } from './use-reload.ts';

const longestReason = 2000;

const schema = z
  .object({ reason: trimmedText })
  .check(
    domainCheck<{ reason: string }>(
      ({ reason }) => (reason === '' ? { reason: { code: 'offer.cancel_reason' } } : {}),
      'offers',
    ),
  );

function CancelDialog({
  request,
  onClose,
}: {
  readonly request: OpenRequest;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['offers', 'common']);
  const reload = useReload();
  const isCancelled = useRef(false);
  const form = useAppForm({
    schema,
    defaultValues: { reason: '' },
    draftKey: `cancel ${request.quote_id}`,
    send: async ({ reason }) => {
      try {
        await cancelRequest(request, reason);
      } finally {
        // Also after an error: the request is shown as it is now.
        await reload();
      }
    },
    onSuccess() {
      isCancelled.current = true;
      showToast({ title: 'offers:cancelled' });
      onClose();
    },
  });
  const { failure } = form;
  const isConflict = failure?.code === 'conflict';
  return (
    <FormDialog
      title={t('common:admin.requests.cancelTitle')}
      form={form}
      onClose={onClose}
      // The button is gone.
      focusAfter={() =>
        isCancelled.current ? document.getElementById('request-heading') : undefined
      }
      cancelLabel={t('common:admin.requests.keep')}
      submitLabel={t('common:admin.requests.cancel')}
      busyText={t('common:action.sending')}
      tone="danger"
    >
      <TextArea
        {...form.field('reason')}
        label={t('cancelReason')}
        hint={t('cancelReasonHint')}
        rows={3}
        maxLength={longestReason}
      />
      {failure !== null && (
        <Alert title={isConflict ? t('conflict', { status: request.status }) : t('cancelFailed')}>
          {failure.message}
        </Alert>
      )}
    </FormDialog>
  );
}

/** Cancels a request with a reason, which its member reads. */
export function CancelRequest({ request }: { readonly request: OpenRequest }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button tone="link" className="text-red!" onClick={() => setIsOpen(true)}>
        {t('admin.requests.cancel')}
      </Button>
      {isOpen && <CancelDialog request={request} onClose={() => setIsOpen(false)} />}
    </>
  );
}
