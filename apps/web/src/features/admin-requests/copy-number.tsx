import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { requestNumber } from '@bkksiam/domain/request-number';
import { useCopyText } from '#platform/copy-text.ts';

/** The short number of a request, which a press copies. */
export function CopyNumber({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const number = requestNumber(id);
  const copy = useCopyText(number, { title: 'admin.requests.copied', values: { number } });
  return (
    <button
      type="button"
      aria-label={t('admin.requests.copy', { number })}
      onClick={copy}
      className="num group -mx-2 inline-flex min-h-9 items-center gap-1.5 rounded-sm px-2 font-mid hover:text-teal pointer-coarse:min-h-11"
    >
      {number}
      <Copy className="size-4 flex-none text-ink-3 group-hover:text-teal" />
    </button>
  );
}
