import { screen, waitFor, within } from '@testing-library/react';

/** The standing region of toasts that need no interruption. What says that something loads is a status too. */
export function toastRegion(): Promise<HTMLElement> {
  return waitFor(() => {
    const region = screen.getAllByRole('status').find((status) => status.ariaLive === 'polite');
    if (region === undefined) throw new Error('there is no region for toasts');
    return region;
  });
}

/** The text of the toast on screen; waits until there is one. */
export async function toastText(): Promise<string> {
  const region = await toastRegion();
  await within(region).findByRole('button');
  return region.textContent;
}
