import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogTitle } from '#ui/dialog.tsx';
import { Alert } from '#ui/feedback.tsx';
import { TextArea } from '#ui/form-field.tsx';
import { Form } from '#ui/form.tsx';
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

function ReasonForm({
  request,
  onClose,
}: {
  readonly request: OpenRequest;
  readonly onClose: (isCancelled: boolean) => void;
}) {
  const { t } = useTranslation(['offers', 'common']);
  const reload = useReload();
  const { field, busy, failure, onSubmit } = useAppForm({
    schema,
    defaultValues: { reason: '' },
    send: async ({ reason }) => {
      try {
        await cancelRequest(request, reason);
      } finally {
        // Also after a refusal: the request is shown as it is now.
        await reload();
      }
    },
    onSuccess() {
      showToast({ title: 'offers:cancelled' });
      onClose(true);
    },
  });
  return (
    <Form onSubmit={onSubmit} className="mt-4 grid gap-5">
      <TextArea
        {...field('reason')}
        label={t('cancelReason')}
        hint={t('cancelReasonHint')}
        rows={3}
        maxLength={longestReason}
      />
      {failure !== null && (
        <Alert
          title={
            failure.code === 'conflict'
              ? t('conflict', { status: request.status })
              : t('cancelFailed')
          }
        >
          {failure.message}
        </Alert>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="secondary" onClick={() => onClose(false)}>
          {t('common:admin.requests.keep')}
        </Button>
        <Button type="submit" tone="danger" busy={busy} busyText={t('common:action.sending')}>
          {t('common:admin.requests.cancel')}
        </Button>
      </div>
    </Form>
  );
}

/** Cancels a request with a reason, which its member reads. */
export function CancelRequest({ request }: { readonly request: OpenRequest }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const isCancelled = useRef(false);
  return (
    <>
      <Button tone="link" className="text-red!" onClick={() => setOpen(true)}>
        {t('admin.requests.cancel')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        // The button is gone.
        focusAfter={() =>
          isCancelled.current ? document.getElementById('request-heading') : undefined
        }
        className="max-w-lg rounded-lg bg-surface p-6 text-ink shadow-3"
      >
        <div className="flex items-start justify-between gap-4">
          <DialogTitle className="text-xl">{t('admin.requests.cancelTitle')}</DialogTitle>
          <DialogClose label={t('action.close')} className="-mt-2 -mr-2" />
        </div>
        <ReasonForm
          request={request}
          onClose={(cancelled) => {
            isCancelled.current = cancelled;
            setOpen(false);
          }}
        />
      </Dialog>
    </>
  );
}
