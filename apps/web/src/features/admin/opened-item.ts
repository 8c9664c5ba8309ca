import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** How a link opens something of a list, so that closing it goes back to the list as it was. */
export interface OpeningLink {
  readonly to: { readonly search: string };
  readonly state: { readonly openedFromList: true };
  readonly preventScrollReset: true;
}

/** What of a list is open, kept in the address beside the list's own question. */
export interface OpenedItem {
  readonly id: string | undefined;
  /** The search part of the list's own address. */
  readonly listAddress: string;
  /** The properties of a link that opens an item. */
  readonly linkTo: (id: string) => OpeningLink;
  readonly close: () => Promise<void> | void;
}

function openedFromList(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedFromList' in state;
}

/**
 * The item that a parameter of the address names. Back closes it; closing it goes back, or, where the address was opened
 * with it, takes it out of the address.
 */
export function useOpenedItem(parameter: string): OpenedItem {
  const [search] = useSearchParams();
  const { state } = useLocation() as { readonly state: unknown };
  const navigate = useNavigate();
  function searchWith(id: string | undefined): string {
    const next = new URLSearchParams(search);
    if (id === undefined) next.delete(parameter);
    else next.set(parameter, id);
    return next.toString();
  }
  return {
    id: search.get(parameter) ?? undefined,
    listAddress: searchWith(undefined),
    linkTo: (id) => ({
      to: { search: searchWith(id) },
      state: { openedFromList: true },
      preventScrollReset: true,
    }),
    close: () =>
      openedFromList(state)
        ? navigate(-1)
        : navigate({ search: searchWith(undefined) }, { replace: true, preventScrollReset: true }),
  };
}
