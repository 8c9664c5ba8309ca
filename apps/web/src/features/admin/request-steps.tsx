import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nextStatuses, quoteTone, type QuoteStatus } from '@bkksiam/domain/quotes';
import { messageOf } from '#platform/backend-error.ts';
import { logFailure } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Alert } from '#ui/feedback.tsx';
import { usePlaces } from './request-parts.tsx';
import { moveRequest, requestsKey, type DeskRequest } from './requests-data.ts';

/** The ways a request can be moved, and what came of the last attempt. Everything known of requests is read anew after each. */
function useSteps(request: DeskRequest) {
  const client = useQueryClient();
  const places = usePlaces();
  const step = useMutation({
    mutationFn: (to: QuoteStatus) => moveRequest(request.quote_id, request.status, to),
    onSuccess: (outcome, to) => {
      if (outcome === 'done') {
        showToast({
          title: 'desk.requests.moved',
          description: 'desk.requests.movedText',
          values: { route: places(request), status: to },
        });
      }
      return client.invalidateQueries({ queryKey: requestsKey });
    },
    onError: (error) => logFailure('a request could not be moved', error),
  });
  return {
    busyWith: step.isPending ? step.variables : undefined,
    overtaken: step.data === 'overtaken',
    error: step.error,
    move: (to: QuoteStatus) => {
      if (!step.isPending) step.mutate(to);
    },
  };
}

function Cancelling({
  request,
  busy,
  onCancel,
}: {
  readonly request: DeskRequest;
  readonly busy: boolean;
  readonly onCancel: () => void;
}) {
  const { t } = useTranslation();
  const places = usePlaces();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button tone="secondary" size="sm" busy={busy} onClick={() => setAsked(true)}>
        {t('desk.requests.cancel')}
      </Button>
      <ConfirmDialog
        open={asked}
        onCancel={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false);
          onCancel();
        }}
        title={t('desk.requests.cancelTitle')}
        text={t('desk.requests.cancelText', {
          route: places(request),
          member: request.email ?? request.full_name ?? '',
        })}
        confirmLabel={t('desk.requests.cancel')}
        cancelLabel={t('desk.requests.keep')}
      />
    </>
  );
}

/**
 * Where a request stands, and the steps it may take from there. Another admin may have been quicker: then nothing is
 * written, and it says so beside the fresh status.
 */
export function RequestSteps({ request }: { readonly request: DeskRequest }) {
  const { t } = useTranslation();
  const { busyWith, overtaken, error, move } = useSteps(request);
  const next = nextStatuses(request.status);
  const onward = next.find((status) => status !== 'CANCELLED');
  return (
    <section aria-labelledby="request-status" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 id="request-status" className="text-sm font-mid tracking-normal text-ink-2">
          {t('desk.requests.column.status')}
        </h3>
        <span aria-live="polite">
          <Chip tone={quoteTone(request.status)}>{request.status}</Chip>
        </span>
      </div>
      {next.length === 0 && <p className="text-sm text-ink-2">{t('desk.requests.closed')}</p>}
      <div className="flex flex-wrap gap-3">
        {onward !== undefined && (
          <Button
            size="sm"
            busy={busyWith !== undefined && busyWith !== 'CANCELLED'}
            onClick={() => move(onward)}
          >
            {t('desk.requests.moveTo')}
            <ArrowRight className="size-4" strokeWidth={1.6} aria-hidden />
            {onward}
          </Button>
        )}
        {next.includes('CANCELLED') && (
          <Cancelling
            request={request}
            busy={busyWith === 'CANCELLED'}
            onCancel={() => move('CANCELLED')}
          />
        )}
      </div>
      {overtaken && (
        <Alert title={t('desk.requests.overtaken', { status: request.status })}>
          {t('desk.requests.overtakenText')}
        </Alert>
      )}
      {error && (
        <Alert title={t('desk.requests.moveFailed')}>
          <span className="wrap-anywhere">{messageOf(error)}</span>
        </Alert>
      )}
    </section>
  );
}
