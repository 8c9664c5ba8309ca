import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toAppError, type AppError } from './app-error.ts';
import type { NamespacedKey } from './i18n.ts';
import { logFailure } from './log.ts';
import { showToast, toastError, type Toast } from './toast.ts';

export const staleMs = 30_000;

export type FixedToast = Pick<Toast, 'title' | 'description' | 'values' | 'action'>;

/** The toast about a failure: a title above the error's message, a fixed text, or one by the error. */
export type ErrorToast = NamespacedKey | FixedToast | ((error: AppError) => FixedToast);

type MutationMeta = Partial<Record<'errorToast', ErrorToast>>;

/** `nullToast` is shown when the data is null, as while a table is missing. */
type QueryMeta = MutationMeta & Partial<Record<'nullToast', FixedToast>>;

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: AppError;
    queryMeta: QueryMeta;
    mutationMeta: MutationMeta;
  }
}

/** Handles a failed fetch or mutation once, however many components observe it. */
function onError(name: string | undefined, cause: unknown, meta: MutationMeta = {}): void {
  const error = toAppError(cause);
  if (error.code === 'aborted') return;
  if (name !== undefined) logFailure(`${name} failed`, error);
  const { errorToast: toast } = meta;
  if (typeof toast === 'string') toastError(toast, error);
  else if (toast) {
    showToast({ ...(typeof toast === 'function' ? toast(error) : toast), tone: 'destructive' });
  }
}

/**
 * Logs failed queries and mutations by their key and shows the toasts of their `meta`. A mutation without a key is not
 * logged: its form shows the error. There are no retries: the Supabase client has its own, and the alerts a button.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryHash, meta }) => onError(`query ${queryHash}`, error, meta),
      onSuccess: (data, { meta }) => {
        if (data === null && meta?.nullToast) showToast({ ...meta.nullToast, tone: 'info' });
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { options: { mutationKey: key }, meta }) =>
        onError(key && `mutation ${JSON.stringify(key)}`, error, meta),
    }),
    defaultOptions: {
      queries: { retry: false, staleTime: staleMs },
      // Offline a mutation fails at once.
      mutations: { networkMode: 'always' },
    },
  });
}
