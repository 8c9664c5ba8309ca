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

/** What a member asks in a thread; an answer has the text alone. */
export interface QuestionFields {
  readonly subject: string;
  readonly text: string;
}

/** Characters of a subject and of a message. */
export const longestQuestion: Readonly<Record<keyof QuestionFields, number>> = {
  subject: 200,
  text: 5000,
};

/** An empty or long field of a question. */
export interface QuestionProblem extends Problem {
  readonly code: `support.missing_${keyof QuestionFields}` | 'support.too_long';
}

/** Validates the given fields; valid ones are absent. */
export function checkQuestion(
  fields: Partial<QuestionFields>,
): Readonly<Partial<Record<keyof QuestionFields, QuestionProblem>>> {
  const problemOf = (name: keyof QuestionFields, value: string): QuestionProblem | null => {
    if (value.trim() === '') return { code: `support.missing_${name}` };
    const max = longestQuestion[name];
    const isLong = Array.from(value.trim()).length > max;
    return isLong ? { code: 'support.too_long', values: { max } } : null;
  };
  const problems = (['subject', 'text'] as const).map((name) => {
    const value = fields[name];
    return [name, value === undefined ? null : problemOf(name, value)] as const;
  });
  return Object.fromEntries(problems.filter(([, problem]) => problem !== null));
}
