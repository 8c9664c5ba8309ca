import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { withPage } from '#platform/list-page.ts';
import { logRejection } from '#platform/log.ts';

/** Whether an id from the URL is a UUID: PostgreSQL answers any other with an error instead of no row. */
export function isItemId(id: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);
}

/** The item that a parameter of the URL selects, beside the parameters of the list. */
export function useSelectedItem(parameter: string) {
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  function searchWith(id: string | undefined, page?: number): string {
    const next = page === undefined ? new URLSearchParams(search) : withPage(search, page);
    if (id === undefined) next.delete(parameter);
    else next.set(parameter, id);
    return next.toString();
  }
  const listSearch = searchWith(undefined);
  return {
    id: search.get(parameter) ?? undefined,
    /** The search string of the list without the item. */
    listSearch,
    /** The props of a link that selects an item. */
    linkTo: (id: string) => ({
      to: { search: searchWith(id) },
      state: { fromList: true },
      preventScrollReset: true,
    }),
    /**
     * Selects another item in place of the selected one: Back still leads to the list.
     *
     * @param page its page of the list if that is another one; closing it then stays there
     */
    moveTo: (id: string, page?: number) => {
      const { state } = location as { readonly state: unknown };
      const moved = navigate(
        { search: searchWith(id, page) },
        { replace: true, state: page === undefined ? state : null, preventScrollReset: true },
      );
      logRejection('the item could not be opened', moved);
    },
    /** Goes back to the list, or replaces the URL if the item was opened directly. */
    close: () => {
      const { fromList = false } = Object(location.state) as { readonly fromList?: boolean };
      const closed = fromList
        ? navigate(-1)
        : navigate({ search: listSearch }, { replace: true, preventScrollReset: true });
      logRejection('the item could not be closed', closed);
    },
  };
}

export type SelectedItem = ReturnType<typeof useSelectedItem>;
