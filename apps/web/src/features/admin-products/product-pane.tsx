import { useMutation, useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { emptyProduct, type ProductState, type StoredProduct } from '@bkksiam/domain/product-input';
import { LoadedItem } from '#list/list-item.tsx';
import { PaneFrame } from '#list/pane-frame.tsx';
import type { SelectedItem } from '#list/selected-item.ts';
import type { SelectedRow } from '#list/use-selected-row.ts';
import { pages } from '#pages.ts';
import { showToast } from '#platform/toast.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Alert } from '#ui/feedback.tsx';
import { setProductState, useProductsReload } from './product-actions.ts';
import { ProductEditor } from './product-editor.tsx';
import { StateChip } from './product-state.tsx';
import { useFailureText, useOwnName } from './product-texts.ts';
import { productKey, storedProductQuery, type AdminProduct } from './products-data.ts';

/** The id of a new product in the URL: those of products have no tilde. */
export const newProductId = '~new';

const nextStates: Readonly<Record<ProductState, readonly ProductState[]>> = {
  DRAFT: ['PUBLISHED', 'ARCHIVED'],
  PUBLISHED: ['DRAFT', 'ARCHIVED'],
  ARCHIVED: ['PUBLISHED', 'DRAFT'],
};

/** The state of a product, and the buttons that change it; it is archived after a question. */
function States({ stored }: { readonly stored: StoredProduct }) {
  const { t } = useTranslation(['adminProducts', 'common']);
  const ownName = useOwnName();
  const [asks, setAsks] = useState(false);
  const reload = useProductsReload();
  const textOf = useFailureText();
  const { state, version, product } = stored;
  const { mutate, isPending, error, variables } = useMutation({
    mutationKey: [...productKey, 'state'],
    mutationFn: (next: ProductState) => setProductState(product.id, version, next),
    onSuccess: (_, next) =>
      showToast({ title: `adminProducts:became.${next}`, description: { text: product.title } }),
    onSettled: () => {
      setAsks(false);
      reload();
    },
  });
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <StateChip state={state} />
        <span className="mr-auto" />
        {state === 'PUBLISHED' && (
          <Link
            to={pages.product.href(product.id)}
            className={buttonClass({ tone: 'link', size: 'sm', className: 'mr-2' })}
          >
            <ExternalLink className="size-4" />
            {t('inShop')}
          </Link>
        )}
        {nextStates[state].map((next, at) => (
          <Button
            key={next}
            size="sm"
            tone={at === 0 && state !== 'PUBLISHED' ? 'primary' : 'secondary'}
            busy={isPending && variables === next}
            onClick={() => {
              if (next === 'ARCHIVED') setAsks(true);
              else if (!isPending) mutate(next);
            }}
          >
            {t(`become.${next}`)}
          </Button>
        ))}
      </div>
      {error && <Alert title={t('failed')}>{textOf(error)}</Alert>}
      <ConfirmDialog
        open={asks}
        onCancel={() => setAsks(false)}
        onConfirm={() => mutate('ARCHIVED')}
        title={t('archiveTitle', { product: ownName(product) })}
        text={t('archiveText')}
        confirmLabel={t('become.ARCHIVED')}
        cancelLabel={t('common:action.cancel')}
        busy={isPending}
      />
    </>
  );
}

interface ProductPaneProps {
  readonly item: SelectedRow<AdminProduct>;
  readonly selected: Pick<SelectedItem, 'moveTo'>;
}

/** The selected product beside the list. */
export function ProductPane({ item, selected }: ProductPaneProps) {
  const { t } = useTranslation('adminProducts');
  const ownName = useOwnName();
  const isNew = item.id === newProductId;
  const query = useQuery({ ...storedProductQuery(item.id), enabled: !isNew });
  const named = query.data?.product ?? item.known;
  return (
    <PaneFrame
      // Focuses the heading after the form of a new one is sent.
      key={isNew ? newProductId : 'stored'}
      title={isNew ? t('new') : named && ownName(named)}
      item={item}
      texts="adminProducts:"
      className="p-4 pb-0 roomy:h-full roomy:overflow-auto roomy:px-6 roomy:pt-2 [&_h2]:min-w-0 [&_h2]:truncate"
    >
      {isNew ? (
        <div className="grid gap-4">
          <ProductEditor
            current={null}
            start={emptyProduct}
            onCreated={(id) => selected.moveTo(id)}
          />
        </div>
      ) : (
        <LoadedItem query={query} texts="adminProducts:">
          {(stored) => (
            <div key={item.id} className="grid gap-4">
              <States stored={stored} />
              <ProductEditor
                current={stored}
                start={stored.product}
                onCreated={(id) => selected.moveTo(id)}
              />
            </div>
          )}
        </LoadedItem>
      )}
    </PaneFrame>
  );
}
