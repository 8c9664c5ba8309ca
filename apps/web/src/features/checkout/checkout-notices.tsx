import { useTranslation } from 'react-i18next';
import type { Cart, CartItem } from '@bkksiam/domain/cart';
import { priceOf } from '@bkksiam/domain/catalog';
import { storeAmountText } from '@bkksiam/domain/money';
import { useProductTitle } from '#entities/store/product-text.ts';
import type { AppError } from '#platform/app-error.ts';
import { useReasonText } from '#platform/failure-text.ts';
import { useBaht } from '#platform/formats.ts';
import { Alert } from '#ui/feedback.tsx';
import type { OrderChange } from './checkout-data.ts';

/** What the price of a line was, and is. */
function PriceLine({ line }: { readonly line: CartItem }) {
  const { t } = useTranslation('checkout');
  const baht = useBaht();
  const titleOf = useProductTitle();
  const { before, variant, product } = line;
  if (before === undefined) return null;
  const now = priceOf(variant);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6">
      <span>{titleOf(product)}</span>
      <span className="num">
        <s className="text-ink-2">{storeAmountText(before.cents, before.currency_info)}</s>{' '}
        <strong>{baht(now)}</strong>,{' '}
        {t(now > before.cents ? 'changed.more' : 'changed.less', {
          amount: baht(Math.abs(now - before.cents)),
        })}
      </span>
    </li>
  );
}

/** What the server has found to be another than the buyer saw. */
function ChangeLine({
  change,
  line,
}: {
  readonly change: OrderChange;
  readonly line: CartItem | undefined;
}) {
  const { t } = useTranslation('checkout');
  const baht = useBaht();
  const titleOf = useProductTitle();
  const { kind, unit_satang: satang, left } = change;
  return (
    <li>
      {line && <strong>{titleOf(line.product)}: </strong>}
      {t(`changes.${kind}`, { amount: baht(satang ?? 0), count: left ?? 0 })}
    </li>
  );
}

/** Line by line what has changed, and what cannot be ordered. */
export function Notices({
  cart,
  unsold,
  changes,
}: {
  readonly cart: Cart;
  readonly unsold: Cart;
  readonly changes: readonly OrderChange[];
}) {
  const { t } = useTranslation('checkout');
  const titleOf = useProductTitle();
  const changed = cart.filter(({ before }) => before !== undefined);
  return (
    <>
      {changes.length > 0 && (
        <Alert title={t('changes.title')}>
          <ul>
            {changes.map((change, index) => (
              <ChangeLine key={index} change={change} line={cart[(change.position ?? 0) - 1]} />
            ))}
          </ul>
        </Alert>
      )}
      {changed.length > 0 && (
        <Alert tone="info" title={t('changed.title', { count: changed.length })}>
          <ul>
            {changed.map((line) => (
              <PriceLine key={line.variant.id} line={line} />
            ))}
          </ul>
        </Alert>
      )}
      {unsold.length > 0 && (
        <Alert tone="info" title={t('unsold.title')}>
          <ul>
            {unsold.map(({ product, variant, unavailable }) => (
              <li key={variant.id}>
                {titleOf(product)}:{' '}
                {unavailable === true
                  ? t('unsold.gone')
                  : t('unsold.currency', { currency: variant.currency.toUpperCase() })}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}

const reasons = [
  'credit_short',
  'not_delivered',
  'too_many_orders',
  'too_many_unpaid_orders',
  'stock_short',
] as const;

/** Why the order was not placed. */
export function CheckoutFailure({ error }: { readonly error: AppError | null }) {
  const { t } = useTranslation('checkout');
  const failureText = useReasonText(reasons, (reason) => t(`failure.${reason}`));
  return error && <Alert title={t('failed')}>{failureText(error)}</Alert>;
}
