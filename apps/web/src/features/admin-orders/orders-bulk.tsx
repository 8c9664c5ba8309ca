import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Download, Package, Printer, Tag, Truck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { useBulk, type BulkAction } from '#list/list-bulk.tsx';
import { useCheckedRows } from '#list/use-checked-rows.ts';
import type { List } from '#list/use-list.ts';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { TitledDialog } from '#platform/form-dialog.tsx';
import { useBaht } from '#platform/formats.ts';
import { csvTime, saveCsvRows, type CsvColumns } from '#platform/save-file.ts';
import { showToast } from '#platform/toast.ts';
import { FactList } from '#ui/parts/fact-list.tsx';
import { Section } from '#ui/parts/section.tsx';
import { FailedOrders } from './failed-orders.tsx';
import { useOrdersAction, type FailedOrder } from './order-actions.ts';
import { printedOrdersQuery } from './order-data.ts';
import { useBuyerText, useDeliveryText, useWhatText } from './order-texts.ts';
import { adminOrderKey, type AdminOrder, type OrderFilter } from './orders-data.ts';
import { useShelfLines } from './packing-list.tsx';
import { hasLabel, type PrintJob } from './printing.tsx';
import { ShipDialog } from './ship-dialog.tsx';

const amount = (satang: number) => String(satang / 100);

/** The columns of the file in the language of the page, with Bangkok times. */
function useFileColumns(): CsvColumns<AdminOrder> {
  const { t } = useTranslation(['adminOrders', 'common']);
  const [whatText, buyerText, deliveryText] = [useWhatText(), useBuyerText(), useDeliveryText()];
  return [
    [t('column.order'), ({ number }) => number],
    [t('column.placed'), ({ created_at: at }) => csvTime(at)],
    [t('column.buyer'), buyerText],
    [t('buyer.email'), ({ email }) => email ?? ''],
    [t('buyer.phone'), ({ phone }) => phone ?? ''],
    [t('column.what'), whatText],
    [t('column.delivery'), deliveryText],
    [t('money.items'), ({ items_satang: satang }) => amount(satang)],
    [t('money.delivery'), ({ delivery_satang: satang }) => amount(satang)],
    [t('money.total'), ({ total_satang: satang }) => amount(satang)],
    [t('money.paid'), ({ paid_satang: satang }) => amount(satang)],
    [t('common:field.status'), ({ status }) => status],
    [t('ship.carrier'), ({ carrier }) => carrier ?? ''],
    [t('ship.number'), ({ parcel_number: number }) => number ?? ''],
    [t('fact.shipped'), ({ shipped_at: at }) => csvTime(at)],
  ];
}

/** The pieces of the orders that are packed next, with what lies on the shelf. */
function Shelf({ orders }: { readonly orders: readonly AdminOrder[] }) {
  const { t } = useTranslation('adminOrders');
  const { data = [] } = useQuery({
    ...printedOrdersQuery(orders.map(({ order_id: id }) => id)),
    placeholderData: keepPreviousData,
  });
  const lines = useShelfLines(data);
  if (orders.length === 0 || lines === undefined || lines.length === 0) return null;
  return (
    <div className="border-t border-line pt-4">
      <Section title={t('shelf.title')}>
        <FactList
          layout="ends"
          facts={lines.map(({ name, pieces, onShelf }) => ({
            name,
            value:
              onShelf === undefined
                ? String(pieces)
                : t('shelf.of', { count: pieces, shelf: onShelf }),
          }))}
        />
      </Section>
    </div>
  );
}

/** Why orders cannot be packed, sent or given a label. */
function useProblems() {
  const { t } = useTranslation('adminOrders');
  const short = useShortTime();
  const unpaid = ({ status, review_until: review }: AdminOrder) => {
    if (status !== 'PLACED') return undefined;
    return review === null ? t('bulk.unpaid') : t('bulk.checking', { time: short.time(review) });
  };
  const pack = (row: AdminOrder) =>
    row.status === 'PAID' ? undefined : (unpaid(row) ?? t('bulk.noPack', { status: row.status }));
  return {
    pack,
    list: (row: AdminOrder) => (row.status === 'PACKED' ? undefined : pack(row)),
    ship: (row: AdminOrder) => {
      if (row.method === 'pickup') return t('bulk.pickedUp');
      if (row.status === 'PACKED') return undefined;
      return unpaid(row) ?? t('bulk.noShip', { status: row.status });
    },
    label: (row: AdminOrder) => {
      if (hasLabel(row)) return undefined;
      if (row.method === 'pickup') return t('bulk.pickedUp');
      return unpaid(row) ?? t('bulk.noLabel', { status: row.status });
    },
  };
}

/** Packs several orders at once; those that stay as they were are named with the reason. */
function usePacking(onFailed: (failed: readonly FailedOrder[]) => void) {
  const move = useOrdersAction();
  const { mutate, isPending } = useMutation({
    mutationKey: [...adminOrderKey, 'pack'],
    mutationFn: (orders: readonly AdminOrder[]) =>
      move(
        orders.map((order) => ({ order })),
        'pack',
      ),
    onSuccess: (failed, orders) => {
      const count = orders.length - failed.length;
      if (count > 0) showToast({ title: 'adminOrders:bulk.packed', values: { count } });
      if (failed.length > 0) onFailed(failed);
    },
  });
  return (orders: readonly AdminOrder[]) => {
    if (!isPending) mutate(orders);
  };
}

function NotPacked({
  failed,
  onClose,
}: {
  readonly failed: readonly FailedOrder[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('adminOrders');
  return (
    <TitledDialog title={t('bulk.packTitle')} onClose={onClose}>
      <FailedOrders failed={failed} />
    </TitledDialog>
  );
}

function useSummary(rows: readonly AdminOrder[]) {
  const { t } = useTranslation('adminOrders');
  const baht = useBaht();
  const toPack = rows.filter(({ status }) => status === 'PAID');
  const total = rows.reduce((sum, { total_satang: satang }) => sum + satang, 0);
  const others = rows.length - toPack.length;
  return {
    title: t('bulk.title', { count: rows.length }),
    text: [
      baht(total),
      t('bulk.canPack', { count: toPack.length }),
      others > 0 && t('bulk.cannot', { count: others }),
    ]
      .filter(Boolean)
      .join(', '),
    facts: [],
    content: <Shelf orders={toPack} />,
  };
}

interface BulkRuns {
  readonly checked: readonly AdminOrder[];
  readonly pack: (orders: readonly AdminOrder[]) => void;
  readonly ship: (orders: readonly AdminOrder[]) => void;
  readonly print: (job: PrintJob) => void;
}

function useActions({ checked, pack, ship, print }: BulkRuns): readonly BulkAction<AdminOrder>[] {
  const { t } = useTranslation('adminOrders');
  const columns = useFileColumns();
  const problems = useProblems();
  const idsOf = (rows: readonly AdminOrder[]) => rows.map(({ order_id: id }) => id);
  const canShip = checked.some((row) => problems.ship(row) === undefined);
  const canPack = checked.some((row) => problems.pack(row) === undefined);
  const packs: BulkAction<AdminOrder>[] = [
    {
      label: (count) => t('bulk.pack', { count }),
      icon: <Package className="size-4" />,
      letter: 'P',
      problemOf: problems.pack,
      run: pack,
    },
  ];
  const ships: BulkAction<AdminOrder>[] = [
    {
      label: (count) => t('bulk.ship', { count }),
      icon: <Truck className="size-4" />,
      letter: 'S',
      problemOf: problems.ship,
      run: ship,
    },
  ];
  return [
    // Only the steps that are next, and why there is none.
    ...(canPack || !canShip ? packs : []),
    ...(canShip ? ships : []),
    {
      label: () => t('packing.title'),
      icon: <Printer className="size-4" />,
      problemOf: problems.list,
      run: (rows) => print({ kind: 'packing', ids: idsOf(rows) }),
    },
    {
      label: (count) => t('bulk.labels', { count }),
      icon: <Tag className="size-4" />,
      problemOf: problems.label,
      run: (rows) => print({ kind: 'labels', ids: idsOf(rows) }),
    },
    {
      label: () => t('bulk.file'),
      icon: <Download className="size-4" />,
      run: (rows) => saveCsvRows(`orders-${bangkokToday()}.csv`, columns, rows),
    },
  ];
}

/** What can be done with several orders, and the dialog of what is being done. */
export function useOrdersBulk(
  list: List<AdminOrder, OrderFilter>,
  onPrint: (job: PrintJob) => void,
) {
  const checked = useCheckedRows(list);
  const [shipped, setShipped] = useState<readonly AdminOrder[]>();
  const [failed, setFailed] = useState<readonly FailedOrder[]>([]);
  const bulk = useBulk(checked, {
    nameOf: ({ number }: AdminOrder) => number,
    summary: useSummary(checked.rows),
    actions: useActions({
      checked: checked.rows,
      pack: usePacking(setFailed),
      ship: setShipped,
      print: onPrint,
    }),
  });
  const dialog = (
    <>
      {shipped && (
        <ShipDialog
          orders={shipped}
          onLeft={checked.checkOnly}
          onClose={() => setShipped(undefined)}
        />
      )}
      {failed.length > 0 && <NotPacked failed={failed} onClose={() => setFailed([])} />}
    </>
  );
  return { bulk, dialog };
}
