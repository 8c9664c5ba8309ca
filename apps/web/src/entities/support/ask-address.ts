import { contactAbout, existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';

/** What a question may be about, as the address of a new one names it. */
export const subjectKinds = ['booking', 'request', 'order'] as const;

/** What a question is about. */
export interface AskedAbout {
  readonly kind: (typeof subjectKinds)[number];
  readonly id: string;
  /** The reference of the booking, or the number of the request or the order. */
  readonly reference: string;
}

interface ThreadSubject {
  readonly booking_id: string | null;
  readonly quote_id: string | null;
  readonly order_id: string | null;
  readonly reference: string | null;
}

/** What a thread is about; null for nothing, or what is no longer there. */
export function askedAbout(thread: ThreadSubject): AskedAbout | null {
  const { booking_id: booking, quote_id: request, order_id: order, reference } = thread;
  const ids = { booking, request, order };
  for (const kind of subjectKinds) {
    const id = ids[kind];
    if (id !== null && reference !== null) return { kind, id, reference };
  }
  return null;
}

/** Where a member asks the agency about something: a new thread, or without the feature the contact form with its subject. */
export function askAddress({ kind, id, reference }: AskedAbout, subject: string): string {
  if (!existsWith(settings().features, pages.myThreads)) return contactAbout(subject);
  const params = new URLSearchParams({ [kind]: id, reference });
  return `${pages.myThreads.href()}?${params.toString()}`;
}
