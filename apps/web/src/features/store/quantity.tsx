import { Minus, Plus, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/button.tsx';

export function Quantity({
  value,
  product,
  least,
  most = Number.POSITIVE_INFINITY,
  busy = false,
  onChange,
}: {
  readonly value: number;
  /** For the accessible names of the buttons. */
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
  const step = (to: number, label: string, Icon: LucideIcon) => (
    <IconButton
      label={label}
      aria-disabled={to < least || to > most || undefined}
      onClick={() => change(to)}
      className="aria-disabled:opacity-40"
    >
      <Icon className="size-4" strokeWidth={1.8} />
    </IconButton>
  );
  return (
    <div
      role="group"
      aria-label={t('store.quantity')}
      aria-busy={busy || undefined}
      className="inline-flex items-center rounded-md inset-ring inset-ring-line-control"
    >
      {step(value - 1, t('store.less', { product }), Minus)}
      <output aria-live="polite" className="num min-w-8 text-center font-head">
        {value}
      </output>
      {step(value + 1, t('store.more', { product }), Plus)}
    </div>
  );
}
