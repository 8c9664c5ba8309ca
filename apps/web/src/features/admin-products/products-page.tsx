import { Download, Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { satangText } from '@bkksiam/domain/number-input';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { RowLink } from '#list/list-row-link.tsx';
import { ListView } from '#list/list-view.tsx';
import type { SelectedItem } from '#list/selected-item.ts';
import { useList } from '#list/use-list.ts';
import { useSelectedRow } from '#list/use-selected-row.ts';
import { settings } from '#platform/env.ts';
import { useBaht } from '#platform/formats.ts';
import { useRowReload } from '#platform/use-row-reload.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Chip, type ChipTone } from '#ui/chip.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/feedback.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ProductImport, useProductExport } from './product-file.tsx';
import { newProductId, ProductPane } from './product-pane.tsx';
import { StateChip } from './product-state.tsx';
import { useOwnName } from './product-texts.ts';
import { productKey, productList, type AdminProduct, type StockState } from './products-data.ts';

const stockTones: Readonly<Record<StockState, ChipTone>> = {
  in_stock: 'ok',
  low: 'wait',
  out: 'bad',
  not_kept: 'plain',
};

function StockChip({ stock }: Pick<AdminProduct, 'stock'>) {
  const { t } = useTranslation('adminProducts');
  return (
    <Chip tone={stockTones[stock]} small>
      {t(`stockState.${stock}`)}
    </Chip>
  );
}

/** The price and the stock of the variants. */
function useStockColumns(): readonly TableColumn<AdminProduct>[] {
  const { t } = useTranslation('adminProducts');
  return [
    {
      header: t('column.from'),
      sortBy: 'from_cents',
      align: 'end',
      phone: 'brief',
      cell: ({ from_cents: from }) => (from === null ? '—' : satangText(from)),
    },
    {
      header: t('column.free'),
      sortBy: 'free',
      align: 'end',
      phone: 'none',
      cell: (row) => (row.stock === 'not_kept' ? '—' : row.free.toLocaleString('en')),
    },
    {
      header: t('column.stock'),
      phone: 'rest',
      hiddenBesidePane: true,
      cell: ({ stock }) => <StockChip stock={stock} />,
    },
  ];
}

/** The columns of the narrow list beside the selected product. */
function useNarrowColumns(selected: SelectedItem): readonly TableColumn<AdminProduct>[] {
  const { t } = useTranslation('adminProducts');
  const ownName = useOwnName();
  const baht = useBaht();
  return [
    {
      header: t('column.title'),
      rowHeader: true,
      phone: 'main',
      cell: (row) => (
        <span className="block max-w-40 py-2 min-[104rem]:max-w-44">
          <RowLink selected={selected} id={row.id} className="block truncate hover:underline">
            {ownName(row)}
          </RowLink>
          <span className="block truncate text-xs font-text text-ink-2">
            {[row.from_cents !== null && baht(row.from_cents), t(`state.${row.state}`)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      ),
    },
    {
      header: t('column.stock'),
      align: 'end',
      phone: 'corner',
      cell: ({ stock }) => <StockChip stock={stock} />,
    },
  ];
}

function useColumns(selected: SelectedItem): readonly TableColumn<AdminProduct>[] {
  const { t } = useTranslation('adminProducts');
  const ownName = useOwnName();
  const short = useShortTime();
  const minor = { phone: 'none', hiddenBesidePane: true } as const;
  return [
    {
      header: t('column.title'),
      sortBy: 'title',
      rowHeader: true,
      phone: 'main',
      cell: (row) => (
        <RowLink selected={selected} id={row.id}>
          {ownName(row)}
        </RowLink>
      ),
    },
    ...useStockColumns(),
    {
      ...{ header: t('column.variants'), align: 'end', ...minor },
      cell: (row) => row.variants.toLocaleString('en'),
    },
    {
      ...{ header: t('column.position'), sortBy: 'position', align: 'end', ...minor },
      cell: (row) => row.position.toLocaleString('en'),
    },
    {
      ...{ header: t('column.changed'), sortBy: 'updated_at', ...minor },
      cell: (row) => short.past(row.updated_at),
    },
    {
      header: t('column.state'),
      phone: 'corner',
      cell: ({ state }) => <StateChip state={state} />,
    },
  ];
}

/** New product, file in and out. */
function Actions({ selected }: { readonly selected: SelectedItem }) {
  const { t } = useTranslation(['adminProducts', 'tableImport']);
  const file = useProductExport();
  const [isImporting, setIsImporting] = useState(false);
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" tone="secondary" busy={file.busy} onClick={file.start}>
        <Download className="size-4" />
        {t('tableImport:export')}
      </Button>
      <Button size="sm" tone="secondary" onClick={() => setIsImporting(true)}>
        <Upload className="size-4" />
        {t('tableImport:import')}
      </Button>
      <Link {...selected.linkTo(newProductId)} className={buttonClass({ size: 'sm' })}>
        <Plus className="size-4" />
        {t('new')}
      </Link>
      {isImporting && <ProductImport onClose={() => setIsImporting(false)} />}
    </div>
  );
}

function Products() {
  const { t } = useTranslation('adminProducts');
  const list = useList(productList);
  const { selected, item } = useSelectedRow(list, 'product');
  // What other admins save, and what orders take from the stock.
  useRowReload({ table: 'bkk_products', withUpdates: true, gatherMs: 200 }, productKey);
  useRowReload({ table: 'bkk_stock_movements', withUpdates: false, gatherMs: 200 }, productKey);
  const columns = useColumns(selected);
  const narrow = useNarrowColumns(selected);
  return (
    <ListView
      texts="adminProducts:"
      action={<Actions selected={selected} />}
      filter={{
        label: t('filter.label'),
        textOf: (filter) => (filter === 'OUT' ? t('stockState.out') : t(`state.${filter}`)),
      }}
      list={list}
      columns={item === undefined ? columns : narrow}
      toneOf={({ state }) => (state === 'ARCHIVED' ? 'off' : 'plain')}
      pane={{
        label: t('one'),
        item,
        isMain: true,
        show: (shown) => <ProductPane item={shown} selected={selected} />,
      }}
    />
  );
}

/** The products of the shop, and the selected one beside them; none where another service keeps the store. */
export function Component() {
  const { t } = useTranslation('adminProducts');
  const { isOwnStore, storeUrl } = settings();
  if (isOwnStore) return <Products />;
  return (
    <>
      <PageHeader title={t('title')} />
      <EmptyState title={t('elsewhere.title')} text={t('elsewhere.text', { address: storeUrl })} />
    </>
  );
}
