import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoredProduct } from '@bkksiam/domain/product-input';
import { BangkokTime } from '#entities/calendar/bangkok-time.tsx';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { Section } from '#ui/parts/section.tsx';
import { useOwnName } from './product-texts.ts';
import { movementsQuery, shownMovements, type StockMovement } from './products-data.ts';
import { StockForm } from './stock-form.tsx';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The stored variants with their names in the language on screen. */
function useVariantNames({ product }: StoredProduct): readonly Named[] {
  const ownName = useOwnName();
  return product.variants.flatMap(({ id, options, ...variant }) => {
    if (id === null) return [];
    const values = product.options.map((option) => {
      const value = options[option.id] ?? '';
      const thai = option.values.find((one) => one.value === value)?.value_th ?? '';
      return ownName({ title: value, title_th: thai });
    });
    const own = variant.title === '' ? product : variant;
    return [{ id, name: values.length > 0 ? values.join(' / ') : ownName(own) }];
  });
}

const cell = 'px-2 py-1.5 text-right first:pl-0 last:pr-0';

function Levels({
  stored,
  names,
}: {
  readonly stored: StoredProduct;
  readonly names: readonly Named[];
}) {
  const { t } = useTranslation('adminProducts');
  const columns = ['free', 'reserved', 'sold'] as const;
  return (
    <table className="w-full">
      <thead>
        <tr className="text-xs text-ink-2">
          <th scope="col" className="py-1.5 text-left font-mid">
            {t('stock.variant')}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className={`${cell} font-mid`}>
              {t(`stock.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map(({ id, name }) => {
          const stock = stored.stock.get(id);
          return (
            <tr key={id} className="border-t border-line">
              <th scope="row" className="py-1.5 pr-2 text-left font-mid wrap-anywhere">
                {name}
              </th>
              {columns.map((column) => (
                <td key={column} className={`num ${cell}`}>
                  {stock?.[column]?.toLocaleString('en') ?? '—'}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const kinds = ['RECEIVED', 'CORRECTED', 'RESERVED', 'RELEASED', 'SOLD', 'RETURNED'] as const;

const signed = (quantity: number) =>
  `${quantity < 0 ? '−' : '+'}${Math.abs(quantity).toLocaleString('en')}`;

function Movement({
  movement,
  names,
}: {
  readonly movement: StockMovement;
  readonly names: readonly Named[];
}) {
  const { t } = useTranslation('adminProducts');
  const kind = kinds.find((one) => one === movement.kind) ?? 'CORRECTED';
  const isSum = kind === 'RECEIVED' || kind === 'CORRECTED';
  const { quantity, note, reference, created_by_name: by } = movement;
  const details = [
    names.length > 1 ? names.find((one) => one.id === movement.variant_id)?.name : undefined,
    reference,
    by,
  ];
  return (
    <li className="grid gap-0.5 py-2">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-head">
          {t(`stock.moved.${kind}`)}{' '}
          <span className="num">{isSum ? signed(quantity) : quantity.toLocaleString('en')}</span>
        </span>
        <span className="num text-ink-2">
          <BangkokTime at={movement.created_at} />
        </span>
      </p>
      <p className="flex flex-wrap justify-between gap-x-4 text-ink-2">
        <span className="wrap-anywhere">{details.filter(Boolean).join(' · ')}</span>
        <span className="num">{t('stock.freeAfter', { count: movement.free_after })}</span>
      </p>
      {note !== null && <p className="border-l-3 border-line pl-3 wrap-anywhere">{note}</p>}
    </li>
  );
}

/** What happened to the stock: when, what, why and by whom. */
function Movements({
  stored,
  names,
}: {
  readonly stored: StoredProduct;
  readonly names: readonly Named[];
}) {
  const { t } = useTranslation('adminProducts');
  const id = useId();
  const query = useQuery(
    movementsQuery(
      stored.product.id,
      names.map((one) => one.id),
    ),
  );
  const { data } = query;
  return (
    <Section id={id} title={t('stock.movements')}>
      {data?.length === 0 && <p className="text-ink-2">{t('stock.noMovements')}</p>}
      <ol aria-labelledby={id} className="divide-y divide-line">
        {data?.map((movement) => (
          <Movement key={movement.movement_id} movement={movement} names={names} />
        ))}
      </ol>
      {data?.length === shownMovements && (
        <p className="text-ink-2">{t('stock.last', { count: shownMovements })}</p>
      )}
      <QueryFallback query={query} failed={t('stock.failed')}>
        <Skeleton className="h-24" />
      </QueryFallback>
    </Section>
  );
}

/** The stock of a product with its movements, and the form that adjusts it. */
export function ProductStock({ stored }: { readonly stored: StoredProduct }) {
  const { t } = useTranslation('adminProducts');
  const names = useVariantNames(stored);
  const kept = names.filter(({ id }) => stored.stock.get(id)?.free !== null);
  if (names.length === 0) return <p className="text-ink-2">{t('stock.noVariant')}</p>;
  return (
    <div className="grid gap-6">
      <Levels stored={stored} names={names} />
      {kept.length > 0 && (
        <Section title={t('stock.adjust')}>
          <StockForm key={kept.length} productId={stored.product.id} variants={kept} />
        </Section>
      )}
      <Movements stored={stored} names={names} />
    </div>
  );
}
