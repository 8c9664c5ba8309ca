import { contactAbout, existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';

/** What a question is about. */
export interface AskedAbout {
  readonly kind: 'booking' | 'request';
  readonly id: string;
  /** The reference of the booking, or the number of the request. */
  readonly reference: string;
}

/** Where a member asks the agency about something: a new thread, or without the feature the contact form with its subject. */
export function askAddress({ kind, id, reference }: AskedAbout, subject: string): string {
  if (!existsWith(settings().features, pages.myThreads)) return contactAbout(subject);
  const params = new URLSearchParams({ [kind]: id, reference });
  return `${pages.myThreads.href()}?${params.toString()}`;
}
