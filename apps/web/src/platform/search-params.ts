import { useSearchParams, type NavigateOptions } from 'react-router';

/**
 * The search parameters, and a function that changes them as they are in the address: a page that takes long to render still has
 * those before the last change.
 */
export function useSearchChanges() {
  const [params, setParams] = useSearchParams();
  const change = (
    changed: (params: URLSearchParams) => URLSearchParams,
    options?: NavigateOptions,
  ) => setParams(changed(new URLSearchParams(window.location.search)), options);
  return [params, change] as const;
}
