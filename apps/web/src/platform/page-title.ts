import { useEffect } from 'react';
import { create } from 'zustand';

const useStore = create<{ readonly title: string | undefined }>(() => ({ title: undefined }));

/** Sets the title of the page on screen by its content, such as a product. */
export function useSetPageTitle(title: string | undefined): void {
  useEffect(() => {
    useStore.setState({ title });
    return () => useStore.setState({ title: undefined });
  }, [title]);
}

/** The title the page on screen has set. */
export function usePageTitle(): string | undefined {
  return useStore((state) => state.title);
}
