import { screen, waitFor, within } from '@testing-library/react';

/** The live region of polite toasts. Other elements have the role status too, such as loading messages. */
export function toastRegion(): Promise<HTMLElement> {
  return waitFor(() => {
    const region = screen.getAllByRole('status').find((status) => status.ariaLive === 'polite');
    if (region === undefined) throw new Error('there is no region for toasts');
    return region;
  });
}

/** The title and description of the toast on screen, without its buttons; waits until there is one. */
export async function toastText(): Promise<string> {
  const region = await toastRegion();
  await within(region).findAllByRole('button');
  const paragraphs = [...region.querySelectorAll('p')];
  return paragraphs.map(({ textContent }) => textContent).join('');
}

/** The texts of the alert toast on screen, with those of its buttons; undefined if there is none. */
export const alertToast = () => document.querySelector('[data-toasts] [role=alert]')?.textContent;
