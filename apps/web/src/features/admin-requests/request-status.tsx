import { useMutation } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nextStatuses, type QuoteStatus } from '@bkksiam/domain/quotes';
import { requestKeys } from '#entities/request/request-data.ts';
import { RequestStatusChip, useRouteText } from '#entities/request/request-parts.tsx';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { TextWithEmail } from '#ui/email-text.tsx';
import { Alert } from '#ui/feedback.tsx';
import { useReload } from './use-reload.ts';
import { setRequestStatus, type AdminRequest } from './requests-data.ts';

/** The id of the button for the next status. */
export const nextStatusId = 'next-status';

/** Changes the status of a request; every change refetches all requests. */
function useStatusChange(request: AdminRequest) {
  const reload = useReload();
  const routeText = useRouteText();
  return useMutation({
    mutationFn: (to: QuoteStatus) => setRequestStatus(request.quote_id, request.status, to),
    mutationKey: [...requestKeys.forAdmins, 'set-status'],
    onSuccess: (result, to) => {
      if (result === 'done') {
        showToast({
          title: 'admin.requests.moved',
          description: 'admin.requests.movedText',
          values: { route: routeText(request), status: to },
        });
      }
      return reload();
    },
  });
}

function CancelButton({
  request,
  busy,
  onCancel,
}: {
  readonly request: AdminRequest;
  readonly busy: boolean;
  readonly onCancel: () => void;
}) {
  const { t } = useTranslation();
  const routeText = useRouteText();
  const [confirming, setConfirming] = useState(false);
  const member = request.email ?? request.full_name ?? '';
  return (
    <>
      <Button tone="secondary" size="sm" busy={busy} onClick={() => setConfirming(true)}>
        {t('admin.requests.cancel')}
      </Button>
      <ConfirmDialog
        open={confirming}
        onCancel={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false);
          onCancel();
        }}
        title={t('admin.requests.cancelTitle')}
        text={
          <TextWithEmail
            text={t('admin.requests.cancelText', { route: routeText(request), member })}
            address={member}
          />
        }
        confirmLabel={t('admin.requests.cancel')}
        cancelLabel={t('admin.requests.keep')}
      />
    </>
  );
}

/** The status of a request and its next statuses. After a conflict with another admin it shows the stored status. */
export function RequestStatus({ request }: { readonly request: AdminRequest }) {
  const { t } = useTranslation();
  const { mutate, isPending, variables, data: result, error } = useStatusChange(request);
  const busyWith = isPending ? variables : undefined;
  const next = nextStatuses(request.status);
  const onward = next.find((status) => status !== 'CANCELLED');
  function changeTo(status: QuoteStatus) {
    if (!isPending) mutate(status);
  }
  return (
    <section aria-labelledby="request-status" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 id="request-status" className="text-sm font-mid tracking-normal text-ink-2">
          {t('field.status')}
        </h3>
        <span aria-live="polite">
          <RequestStatusChip status={request.status} show="beside" />
        </span>
      </div>
      {next.length === 0 && <p className="text-sm text-ink-2">{t('admin.requests.closed')}</p>}
      <div className="flex flex-wrap gap-3">
        {onward !== undefined && (
          <Button
            id={nextStatusId}
            size="sm"
            aria-keyshortcuts="M"
            busy={busyWith !== undefined && busyWith !== 'CANCELLED'}
            onClick={() => changeTo(onward)}
          >
            {t('admin.requests.moveTo')}
            <ArrowRight className="size-4" />
            {onward}
          </Button>
        )}
        {next.includes('CANCELLED') && (
          <CancelButton
            request={request}
            busy={busyWith === 'CANCELLED'}
            onCancel={() => changeTo('CANCELLED')}
          />
        )}
      </div>
      {result === 'conflict' && (
        <Alert title={t('admin.requests.conflict', { status: request.status })}>
          {t('admin.requests.conflictText')}
        </Alert>
      )}
      {error && <Alert title={t('admin.requests.moveFailed')}>{error.message}</Alert>}
    </section>
  );
}
