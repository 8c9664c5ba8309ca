import { screen, waitFor, within } from '@testing-library/react';

/** The live region of polite toasts. Other elements have the role status too, such as loading messages. */
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
