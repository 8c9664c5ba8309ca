import { Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/button.tsx';

/** A number with a button on either side. */
export function Quantity({
  value,
  product,
  least,
  most = Number.POSITIVE_INFINITY,
  busy = false,
  onChange,
}: {
  readonly value: number;
  /** What is counted, for the names of the buttons. */
  readonly product: string;
  readonly least: number;
  readonly most?: number | undefined;
  readonly busy?: boolean;
  readonly onChange: (value: number) => void;
}) {
  const { t } = useTranslation();
  function change(next: number) {
    if (!busy && next >= least && next <= most) onChange(next);
  }
  return (
    <div
      role="group"
      aria-label={t('store.quantity')}
      aria-busy={busy || undefined}
      className="inline-flex items-center rounded-md inset-ring inset-ring-line-control"
    >
      <IconButton
        label={t('store.less', { product })}
        aria-disabled={value <= least || undefined}
        onClick={() => change(value - 1)}
        className="aria-disabled:opacity-40"
      >
        <Minus className="size-4" strokeWidth={1.8} aria-hidden />
      </IconButton>
      <output aria-live="polite" className="num min-w-8 text-center font-head">
        {value}
      </output>
      <IconButton
        label={t('store.more', { product })}
        aria-disabled={value >= most || undefined}
        onClick={() => change(value + 1)}
        className="aria-disabled:opacity-40"
      >
        <Plus className="size-4" strokeWidth={1.8} aria-hidden />
      </IconButton>
    </div>
  );
}
