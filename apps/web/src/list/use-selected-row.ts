import { useSelectedItem } from './selected-item.ts';
import { useNeighbours, type Neighbour } from './use-neighbours.ts';
import type { List } from './use-list.ts';

/**
 * The row of a list that a parameter of the URL selects, and what its pane or drawer needs: the rows before and after it, and
 * how it is closed.
 */
export function useSelectedRow<Row, Filter extends string>(
  list: List<Row, Filter>,
  parameter: string,
) {
  const selected = useSelectedItem(parameter);
  const { id } = selected;
  const neighbours = useNeighbours(list, id);
  if (id === undefined) return { selected };
  const item = {
    id,
    /** The row, which is shown until the item is loaded; undefined if the list does not show it. */
    known: list.query.data?.rows.find((row) => list.definition.keyOf(row) === id),
    ...neighbours,
    onMove: ({ id: next, page }: Neighbour) => selected.moveTo(next, page),
    onClose: selected.close,
  };
  return { selected, item };
}
