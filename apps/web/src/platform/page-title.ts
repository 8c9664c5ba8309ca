import { useEffect } from 'react';
import { create } from 'zustand';

const useStore = create<{ readonly name: string | undefined }>(() => ({ name: undefined }));

/** Sets the title of the page on screen by its content, such as a product. */
export function usePageName(name: string | undefined): void {
  useEffect(() => {
    useStore.setState({ name });
    return () => useStore.setState({ name: undefined });
  }, [name]);
}

/** The title the page on screen has set. */
export function useShownPageName(): string | undefined {
  return useStore((state) => state.name);
}
