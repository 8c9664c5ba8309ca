import type { Problem } from './problem.ts';

/** The input of the support form; all four fields are required (spec §5). */
export interface TicketFields {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
}

/** A stored ticket (spec §3). */
export interface SupportTicket extends TicketFields {
  /** `ticket-` and the creation time in milliseconds. */
  readonly id: string;
  readonly status: 'open';
  /** ISO time in UTC. */
  readonly createdAt: string;
}

/** An empty field of the ticket. */
export interface TicketProblem extends Problem {
  readonly code: `contact.missing_${keyof TicketFields}`;
}

/** The fields in form order. */
export const ticketFields = ['name', 'email', 'subject', 'message'] as const;

/** Validates a ticket; valid fields are absent. Fields must not be blank. */
export function checkTicket(
  fields: TicketFields,
): Readonly<Partial<Record<keyof TicketFields, TicketProblem>>> {
  return Object.fromEntries(
    ticketFields
      .filter((field) => fields[field].trim() === '')
      .map((field) => [field, { code: `contact.missing_${field}` }]),
  );
}

/** Creates a ticket from valid fields, which are trimmed. */
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
