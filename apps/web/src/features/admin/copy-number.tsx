import { useMutation } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { requestNumber } from '@bkksiam/domain/request-number';
import { requestKeys } from '#entities/request/request-data.ts';
import { showToast } from '#platform/toast.ts';

/** The short number of a request, which a press copies. */
export function CopyNumber({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const number = requestNumber(id);
  const { mutate } = useMutation({
    mutationFn: () => navigator.clipboard.writeText(number),
    mutationKey: [...requestKeys.forAdmins, 'copy-number'],
    meta: { errorToast: { title: 'admin.requests.copyFailed' } },
    onSuccess: () => showToast({ title: 'admin.requests.copied', values: { number } }),
  });
  return (
    <button
      type="button"
      aria-label={t('admin.requests.copy', { number })}
      onClick={() => mutate()}
      className="num group -mx-2 inline-flex min-h-9 items-center gap-1.5 rounded-sm px-2 font-mid hover:text-teal pointer-coarse:min-h-11"
    >
      {number}
      <Copy className="size-4 flex-none text-ink-3 group-hover:text-teal" />
    </button>
  );
}
