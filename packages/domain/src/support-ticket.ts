import type { Problem } from './problem.ts';

/** What is typed to ask for help; all four are needed (spec §5). */
export interface TicketFields {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
}

/** A ticket as it is kept (spec §3). */
export interface SupportTicket extends TicketFields {
  /** `ticket-` and the milliseconds of its time. */
  readonly id: string;
  readonly status: 'open';
  /** ISO time in UTC. */
  readonly createdAt: string;
}

/** A field of the ticket that is empty. */
export interface TicketProblem extends Problem {
  readonly code: `contact.missing_${keyof TicketFields}`;
}

/** The fields in the order they are asked. */
export const ticketFields = ['name', 'email', 'subject', 'message'] as const;

/** The problems by field; a field without one is absent. Blanks alone are nothing. */
export function checkTicket(
  fields: TicketFields,
): Readonly<Partial<Record<keyof TicketFields, TicketProblem>>> {
  return Object.fromEntries(
    ticketFields
      .filter((field) => fields[field].trim() === '')
      .map((field) => [field, { code: `contact.missing_${field}` }]),
  );
}

/** A new ticket from complete fields, without the blanks around what was typed. */
export function openTicket(fields: TicketFields, now: Date): SupportTicket {
  return {
    id: `ticket-${String(now.getTime())}`,
    name: fields.name.trim(),
    email: fields.email.trim(),
    subject: fields.subject.trim(),
    message: fields.message.trim(),
    status: 'open',
    createdAt: now.toISOString(),
  };
}

/** Whether a stored value is a ticket. */
export function isSupportTicket(stored: unknown): stored is SupportTicket {
  if (typeof stored !== 'object' || stored === null) return false;
  const values = new Map<string, unknown>(Object.entries(stored));
  const texts = ['id', ...ticketFields, 'createdAt'];
  return (
    texts.every((key) => typeof values.get(key) === 'string') && values.get('status') === 'open'
  );
}
