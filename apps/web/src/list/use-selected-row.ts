import { useSelectedItem } from './selected-item.ts';
import { useNeighbours, type Neighbour } from './use-neighbours.ts';
import type { List } from './use-list.ts';

/** The selected row of a list, as its pane or drawer needs it. */
export interface SelectedRow<Row = unknown> {
  readonly id: string;
  /** The row, which is shown until the item is loaded; undefined if the list does not show it. */
  readonly known: Row | undefined;
  /** The rows before and after it; undefined at the ends of the list. */
  readonly previous?: Neighbour | undefined;
  readonly next?: Neighbour | undefined;
  readonly onMove: (to: Neighbour) => void;
  readonly onClose: () => void;
}

/** The row of a list that a parameter of the URL selects; `item` is undefined while none is selected. */
export function useSelectedRow<Row, Filter extends string>(
  list: List<Row, Filter>,
  parameter: string,
) {
  const selected = useSelectedItem(parameter);
  const { id } = selected;
  const neighbours = useNeighbours(list, id);
  const item: SelectedRow<Row> | undefined =
    id === undefined
      ? undefined
      : {
          id,
          known: list.query.data?.rows.find((row) => list.definition.keyOf(row) === id),
          ...neighbours,
          onMove: ({ id: next, page }) => selected.moveTo(next, page),
          onClose: selected.close,
        };
  return { selected, item };
}
