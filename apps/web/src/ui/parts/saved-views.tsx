import { Plus } from 'lucide-react';
import { classNames } from '../class-names.ts';

export interface SavedViewsProps {
  /** Names the group. */
  readonly label: string;
  readonly views: readonly { readonly id: string; readonly name: string }[];
  /** Undefined where the list shows none of them. */
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly saveLabel: string;
  readonly onSave: () => void;
}

const pill =
  'inline-flex min-h-11 items-center gap-1.5 rounded-pill px-3 text-sm font-mid whitespace-nowrap inset-ring md:min-h-8 pointer-coarse:min-h-11';

/** Filters and order of a list that are kept by name. */
export function SavedViews(props: SavedViewsProps) {
  const { label, views, chosen, onChoose, saveLabel, onSave } = props;
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-2">
      {views.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
          className={classNames(
            pill,
            id === chosen
              ? 'bg-teal-soft text-teal inset-ring-teal forced-colors:border-2 forced-colors:border-[Highlight]'
              : 'inset-ring-line-control hover:bg-sunken',
          )}
        >
          {name}
        </button>
      ))}
      <button
        type="button"
        onClick={onSave}
        className={`${pill} inset-ring-line-control hover:bg-sunken`}
      >
        <Plus className="size-4" />
        {saveLabel}
      </button>
    </div>
  );
}
