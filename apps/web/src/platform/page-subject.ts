import { useEffect, useSyncExternalStore } from 'react';

let subject: string | undefined;
const listeners = new Set<() => void>();

function change(next: string | undefined): void {
  subject = next;
  for (const listener of listeners) listener();
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Names what the page on screen is about, where its route alone does not say. */
export function useSubject(name: string | undefined): void {
  useEffect(() => {
    change(name);
    return () => change(undefined);
  }, [name]);
}

/** What the page on screen has said that it is about. */
export function usePageSubject(): string | undefined {
  return useSyncExternalStore(
    watch,
    () => subject,
    () => undefined,
  );
}
