import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useBangkokTime } from '#platform/formats.ts';
import { serverNow } from '#platform/server-clock.ts';
import { PrintSheet } from '#ui/parts/print-sheet.tsx';
import { shelfQuery, type PrintedOrder } from './order-data.ts';
import { answersText, useDeliveryText, useLineText } from './order-texts.ts';

/** A variant to take from the shelf, for all orders together. */
interface ShelfLine {
  readonly key: string;
  readonly name: string;
  readonly sku: string | null;
  readonly pieces: number;
  /** Undefined where the stock is not counted. */
  readonly onShelf: number | undefined;
  /** The numbers of the orders, with the pieces of those that have several. */
  readonly orders: readonly string[];
}

const isOneOf = (variant: string) => variant === '' || /^(?:one|default)\b/i.test(variant);

/** What to take from the shelf, sorted by name; undefined while loading. */
export function useShelfLines(orders: readonly PrintedOrder[]): readonly ShelfLine[] | undefined {
  const lineText = useLineText();
  const all = orders.flatMap(({ number, lines }) => lines.map((line) => ({ ...line, number })));
  const variants = [...new Set(all.map(({ variant_id: id }) => id))].toSorted();
  const { data: shelf } = useQuery(shelfQuery(variants));
  if (variants.length > 0 && shelf === undefined) return undefined;
  return variants
    .map((variant): ShelfLine => {
      const lines = all.filter(({ variant_id: id }) => id === variant);
      const [first] = lines;
      const { title, variant: option } = first ? lineText(first) : { title: '', variant: '' };
      return {
        key: variant,
        name: isOneOf(option) ? title : `${title}, ${option}`,
        sku: first?.sku ?? null,
        pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
        onShelf: shelf?.[variant],
        orders: lines.map(({ number, quantity }) =>
          quantity > 1 ? `${number} × ${String(quantity)}` : number,
        ),
      };
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

function ShelfTable({ lines }: { readonly lines: readonly ShelfLine[] }) {
  const { t } = useTranslation('adminOrders');
  const cell = 'border-b border-line py-[0.7mm] pr-3 align-top';
  return (
    <table className="w-full border-collapse text-left">
      <thead>
        <tr className="text-[9pt] text-ink-2">
          <th className={cell}>{t('packing.taken')}</th>
          <th className={`${cell} text-right`}>{t('packing.pieces')}</th>
          <th className={cell}>{t('packing.piece')}</th>
          <th className={cell}>{t('packing.sku')}</th>
          <th className={`${cell} text-right whitespace-nowrap`}>{t('packing.shelf')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, name, sku, pieces, onShelf }) => (
          <tr key={key} className="break-inside-avoid">
            <td className={cell}>
              <span className="inline-block size-[4mm] border border-ink align-middle" />
            </td>
            <td className={`${cell} num text-right text-[12pt] font-strong`}>{pieces}</td>
            <td className={`${cell} w-full font-strong`}>{name}</td>
            <td className={`${cell} num whitespace-nowrap`}>{sku}</td>
            <td className={`${cell} num text-right`}>{onShelf ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ByOrder({ orders }: { readonly orders: readonly PrintedOrder[] }) {
  const lineText = useLineText();
  const deliveryText = useDeliveryText();
  return (
    <ol className={orders.length > 6 ? 'columns-3 gap-x-5' : 'columns-2 gap-x-8'}>
      {orders.map((order) => (
        <li
          key={order.order_id}
          className="mb-[1.5mm] break-inside-avoid border-b border-line pb-[1mm] text-[8.5pt] leading-snug"
        >
          <p className="flex justify-between gap-3 text-[9.5pt]">
            <b className="num font-strong">{order.number}</b>
            <span>
              {deliveryText({
                method: order.method as 'standard',
                country: order.address?.country ?? null,
              })}
            </span>
          </p>
          <p className="text-ink-2">{order.name}</p>
          {order.lines.map((line) => {
            const { title, variant } = lineText(line);
            const answers = answersText(line.answers);
            return (
              <p key={line.position}>
                <span className="num">{line.quantity} ×</span> {title}
                {!isOneOf(variant) && `, ${variant}`}
                {answers !== '' && <span className="block pl-5 text-ink-2">{answers}</span>}
              </p>
            );
          })}
        </li>
      ))}
    </ol>
  );
}

/** What to take from the shelf for several orders, and what goes into each parcel. */
export function PackingList({
  orders,
  lines,
}: {
  readonly orders: readonly PrintedOrder[];
  readonly lines: readonly ShelfLine[];
}) {
  const { t } = useTranslation(['adminOrders', 'common']);
  const timeText = useBangkokTime();
  const pieces = lines.reduce((sum, line) => sum + line.pieces, 0);
  return (
    <PrintSheet
      brand={t('common:brand')}
      title={t('packing.title')}
      reference={t('packing.sums', {
        count: orders.length,
        pieces: t('packing.piecesInAll', { count: pieces }),
      })}
      sections={[
        { title: t('shelf.title'), content: <ShelfTable lines={lines} /> },
        { title: t('packing.byOrder'), content: <ByOrder orders={orders} /> },
      ]}
      foot={t('packing.foot', { time: timeText(new Date(serverNow()).toISOString()) })}
    />
  );
}
