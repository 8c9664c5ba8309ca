import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { ticketRequest, type OpenRequest } from './group-requests-data.ts';
import { useReload } from './use-reload.ts';

/** Notes the tickets of a request that was confirmed before it could have an offer. */
export function TicketRequest({ request }: { readonly request: OpenRequest }) {
  const { t } = useTranslation('offers');
  const reload = useReload();
  const { mutate, isPending } = useMutation({
    mutationKey: ['offers', 'ticket'],
    mutationFn: () => ticketRequest(request),
    meta: { errorToast: { title: 'offers:ticketFailed' } },
    onSuccess: () => showToast({ title: 'offers:ticketed' }),
    // Also after a refusal: the request is shown as it is now.
    onSettled: reload,
  });
  return (
    <Button size="sm" busy={isPending} onClick={() => mutate()}>
      {t('ticket')}
    </Button>
  );
}
