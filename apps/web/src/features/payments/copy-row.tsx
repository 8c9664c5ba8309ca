import { useMutation } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';

export interface CopiedValue {
  readonly label: string;
  /** As people write it. */
  readonly text: string;
  /** What is copied, such as an account's digits; the text when left out. */
  readonly value?: string;
  readonly detail?: string;
}

function CopyRow({
  row: { label, text, value = text, detail },
  isCopied,
  onCopied,
}: {
  readonly row: CopiedValue;
  readonly isCopied: boolean;
  readonly onCopied: () => void;
}) {
  const { t } = useTranslation('payments');
  const { mutate } = useMutation({
    mutationKey: ['copy'],
    mutationFn: () => navigator.clipboard.writeText(value),
    meta: { errorToast: { title: 'copyFailed' } },
    onSuccess: onCopied,
  });
  const Icon = isCopied ? Check : Copy;
  return (
    <li className="grid min-h-15 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line py-2 first:border-t-0">
      <p>
        <span className="block text-xs leading-normal text-ink-2">{label}</span>
        <span className="num block text-lg leading-snug font-strong wrap-anywhere">{text}</span>
        {detail !== undefined && <span className="block text-sm text-ink-2">{detail}</span>}
      </p>
      <button
        type="button"
        onClick={() => mutate()}
        className={classNames(
          'inline-flex min-h-11 items-center gap-1.5 rounded-md px-3 text-sm font-strong hover:bg-teal-soft',
          isCopied ? 'text-green' : 'text-teal',
        )}
      >
        <Icon className="size-4.5 flex-none" />
        <span aria-live="polite">{t(isCopied ? 'copied' : 'copy')}</span>
        <span className="sr-only">{label}</span>
      </button>
    </li>
  );
}

/** Values of a transfer, each with a button that copies it and says so in its place. */
export function CopyRows({ rows }: { readonly rows: readonly CopiedValue[] }) {
  const [copied, setCopied] = useState<string>();
  return (
    <ul>
      {rows.map((row) => (
        <CopyRow
          key={row.label}
          row={row}
          isCopied={copied === `${row.label} ${row.text}`}
          onCopied={() => setCopied(`${row.label} ${row.text}`)}
        />
      ))}
    </ul>
  );
}
