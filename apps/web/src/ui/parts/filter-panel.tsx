import { SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { DialogClose, DialogTitle, SidePanel } from '../dialog.tsx';
import { PriceSlider, type PriceSliderProps } from './price-slider.tsx';

interface OptionGroup {
  readonly id: string;
  readonly title: string;
  readonly options: readonly {
    readonly value: string;
    readonly text: string;
    /** How many results have it. */
    readonly count: number;
  }[];
}

interface PriceGroup {
  readonly id: string;
  readonly title: string;
  /** It filters while it is below its maximum. */
  readonly price: PriceSliderProps;
}

export type FilterGroup = OptionGroup | PriceGroup;

export interface FilterPanelProps {
  readonly groups: readonly FilterGroup[];
  /** The chosen values, `group:value`. */
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  /** Beside the filters on wide screens, below their button on others. */
  readonly children: ReactNode;
  /** The state of the sheet. On phones a bar of the page opens it, from 768 px the panel's button. */
  readonly sheet: { readonly open: boolean; readonly onOpen: (open: boolean) => void };
  readonly texts: {
    readonly title: string;
    readonly clear: string;
    readonly close: string;
    /** The button that closes the sheet: 'Show 12 flights'. */
    readonly show: string;
  };
}

type GroupsProps = Pick<FilterPanelProps, 'groups' | 'chosen' | 'onChange'>;

function Options({
  group: { id, options },
  chosen,
  onChange,
}: Omit<GroupsProps, 'groups'> & { readonly group: OptionGroup }) {
  function toggle(key: string) {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    onChange(next);
  }
  return options.map(({ value, text, count }) => (
    <label
      key={value}
      className="clear-both grid min-h-11 cursor-pointer grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-3 roomy:pointer-fine:min-h-9"
    >
      <input
        type="checkbox"
        checked={chosen.has(`${id}:${value}`)}
        onChange={() => toggle(`${id}:${value}`)}
        className="size-5 accent-teal"
      />
      {text}
      <span className="num text-ink-2">{count}</span>
    </label>
  ));
}

function Groups({ groups, ...choice }: GroupsProps) {
  return groups.map((group) => (
    <fieldset key={group.id} className="border-t border-line py-3 text-sm">
      <legend className="float-left mb-0.5 w-full font-strong">{group.title}</legend>
      {'price' in group ? <PriceSlider {...group.price} /> : <Options group={group} {...choice} />}
    </fieldset>
  ));
}

/** The prices that filter. */
function loweredPrices(groups: readonly FilterGroup[]): readonly PriceSliderProps[] {
  return groups.flatMap((group) =>
    'price' in group && group.price.value < group.price.max ? [group.price] : [],
  );
}

function ClearButton({
  groups,
  chosen,
  onChange,
  texts,
}: GroupsProps & Pick<FilterPanelProps, 'texts'>) {
  const prices = loweredPrices(groups);
  const isClear = chosen.size + prices.length === 0;
  function clear() {
    if (chosen.size > 0) onChange(new Set());
    for (const { max, onValue } of prices) onValue(max);
  }
  return (
    <Button
      tone="link"
      aria-disabled={isClear}
      className="text-sm aria-disabled:text-ink-3"
      onClick={clear}
    >
      {texts.clear}
    </Button>
  );
}

/** Filters with counts: beside the list from 1025 px, else in a sheet that a button opens. */
export function FilterPanel(props: FilterPanelProps) {
  const { groups, chosen, children, texts, sheet } = props;
  const filters = chosen.size + loweredPrices(groups).length;
  const close = () => sheet.onOpen(false);
  return (
    <div className="items-start roomy:grid roomy:grid-cols-[15.5rem_minmax(0,1fr)] roomy:gap-8">
      <section aria-label={texts.title} className="hidden roomy:block">
        <div className="flex items-center justify-between gap-3">
          <h3 className="text-lg tracking-normal">{texts.title}</h3>
          <ClearButton {...props} />
        </div>
        <Groups {...props} />
      </section>
      <div className="min-w-0">
        <Button
          tone="secondary"
          size="sm"
          className="mb-4 max-md:hidden roomy:hidden"
          aria-haspopup="dialog"
          onClick={() => sheet.onOpen(true)}
        >
          <SlidersHorizontal className="size-5" strokeWidth={1.8} />
          {texts.title}
          {filters > 0 && <span className="num">({filters})</span>}
        </Button>
        {children}
      </div>
      <SidePanel
        side="left"
        open={sheet.open}
        onClose={close}
        className="w-full max-w-110 bg-surface text-ink"
      >
        <div className="flex items-center justify-between gap-3 px-5 py-3">
          <DialogTitle className="text-xl">{texts.title}</DialogTitle>
          <span className="flex items-center gap-3">
            <ClearButton {...props} />
            <DialogClose label={texts.close} />
          </span>
        </div>
        <div className="flex-1 px-5">
          <Groups {...props} />
        </div>
        <div className="sticky bottom-0 border-t border-line bg-surface p-4">
          <Button wide onClick={close}>
            {texts.show}
          </Button>
        </div>
      </SidePanel>
    </div>
  );
}
