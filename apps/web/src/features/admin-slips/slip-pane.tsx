import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { listItemQuery } from '#list/list-query.ts';
import { LoadedItem } from '#list/list-item.tsx';
import { PaneFrame } from '#list/pane-frame.tsx';
import type { SelectedRow } from '#list/use-selected-row.ts';
import { useCopyText } from '#platform/copy-text.tsx';
import { IconButton } from '#ui/button.tsx';
import { SlipDecision } from './slip-decision.tsx';
import { SlipFacts } from './slip-facts.tsx';
import { SlipPictures } from './slip-pictures.tsx';
import { slipList, type AdminSlip } from './slips-data.ts';
import { useSlipHold } from './use-slip-hold.ts';
import { usePictureView } from './use-picture-view.ts';

function CopyReference({ reference }: { readonly reference: string }) {
  const { t } = useTranslation('adminSlips');
  const copy = useCopyText(reference, {
    title: 'adminSlips:copied',
    description: { text: reference },
  });
  return (
    <IconButton label={t('copy', { reference })} onClick={copy} className="hover:bg-sunken">
      <Copy className="size-5" />
    </IconButton>
  );
}

interface ContentProps {
  readonly slip: AdminSlip;
  readonly onDone: () => void;
}

function Content({ slip, onDone }: ContentProps) {
  const hold = useSlipHold(slip);
  const view = usePictureView();
  return (
    <>
      <div className="min-h-0 min-w-0 roomy:col-start-1 roomy:row-span-2 roomy:row-start-1 roomy:grid">
        <SlipPictures slip={slip} twins={hold.twins} view={view} />
      </div>
      <div className="flex min-h-0 min-w-0 flex-col overflow-auto border-line max-roomy:pt-4 roomy:col-start-2 roomy:row-start-2 roomy:border-l">
        <SlipFacts slip={slip} twins={hold.twins} />
        <SlipDecision slip={slip} hold={hold} view={view} onDone={onDone} />
      </div>
    </>
  );
}

/** The selected slip: its picture, what is due, and the decision at the foot. */
export function SlipPane({
  item,
  onDone,
}: {
  readonly item: SelectedRow<AdminSlip>;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('adminSlips');
  const query = useQuery({ ...listItemQuery(slipList, item.id), refetchInterval: 30_000 });
  const slip = query.data ?? item.known;
  return (
    <PaneFrame
      title={slip && (slip.reference ?? t('topUp'))}
      item={item}
      texts="adminSlips:"
      action={slip?.reference && <CopyReference reference={slip.reference} />}
      className="grid content-start roomy:h-full roomy:grid-cols-[minmax(0,1fr)_22rem] roomy:grid-rows-[auto_minmax(0,1fr)] min-[90rem]:grid-cols-[minmax(0,1fr)_25rem] min-[104rem]:grid-cols-[minmax(0,1fr)_28rem]"
      headerClassName="px-4 py-1 border-line roomy:col-start-2 roomy:border-l roomy:px-5"
    >
      <LoadedItem query={query} texts="adminSlips:">
        {(loaded) => <Content key={loaded.slip_id} slip={loaded} onDone={onDone} />}
      </LoadedItem>
    </PaneFrame>
  );
}
