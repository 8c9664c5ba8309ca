import { pages } from '#pages.ts';

/** The address of the contact form with its subject filled in. */
export function contactAbout(subject: string): string {
  return `${pages.contact.href()}?${new URLSearchParams({ subject }).toString()}`;
}
