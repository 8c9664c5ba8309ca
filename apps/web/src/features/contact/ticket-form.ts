import { useState, useTransition, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { simulatedDelays, toastDurations } from '@bkksiam/domain/constants';
import {
  checkTicket,
  openTicket,
  ticketFields,
  type SupportTicket,
  type TicketFields,
} from '@bkksiam/domain/support-ticket';
import { localValue } from '#platform/local-store.ts';
import { fullNameOf, useUser } from '#platform/session.ts';
import { showToast } from '#platform/toast.ts';
import { useUnsavedChanges } from '#platform/unsaved-changes.ts';

const text = z.string();
// Loose: a field that a later version adds is preserved.
const ticketSchema = z.looseObject({
  id: text,
  name: text,
  email: text,
  subject: text,
  message: text,
  status: z.literal('open'),
  createdAt: text,
});

const storedTickets = localValue<readonly SupportTicket[]>(
  'tickets',
  (stored) => z.safeParse(z.array(ticketSchema), stored).data,
);

export interface SubmittedTicket {
  readonly email: string;
  /** False when the browser denies storage. */
  readonly stored: boolean;
}

/** The state of the ticket form. Submitting is simulated (spec §9): the ticket is stored in this browser (spec §3). */
export function useTicketForm() {
  const { t } = useTranslation();
  const user = useUser();
  const name = (user && fullNameOf(user)) ?? '';
  // A member need not type what the account has.
  const initial: TicketFields = { name, email: user?.email ?? '', subject: '', message: '' };
  const [typed, setTyped] = useState<Partial<TicketFields>>({});
  const [showsErrors, setShowsErrors] = useState(false);
  const [busy, startSubmit] = useTransition();
  const [submitted, setSubmitted] = useState<SubmittedTicket>();
  const fields: TicketFields = { ...initial, ...typed };
  const problems = checkTicket(fields);
  useUnsavedChanges(
    ticketFields.some((name) => fields[name].trim() !== '' && fields[name] !== initial[name]),
  );

  async function submit() {
    await new Promise((resolve) => setTimeout(resolve, simulatedDelays.ticketSubmit));
    const ticket = openTicket(fields, new Date());
    const stored = storedTickets.write([...(storedTickets.read() ?? []), ticket]);
    setSubmitted({ email: ticket.email, stored });
    setTyped({});
    showToast({ title: 'pages.contact.submitted', description: 'pages.contact.submittedText' });
  }

  function onSubmit({ currentTarget: form }: SubmitEvent<HTMLFormElement>) {
    if (busy) return;
    setSubmitted(undefined);
    const missing = ticketFields.find((name) => problems[name] !== undefined);
    setShowsErrors(missing !== undefined);
    if (missing === undefined) {
      startSubmit(submit);
      return;
    }
    showToast({
      title: 'pages.contact.missing',
      description: 'pages.contact.missingText',
      tone: 'destructive',
      duration: toastDurations.formError,
    });
    form.querySelector<HTMLElement>(`[name=${missing}]`)?.focus();
  }

  /** The props of a field. */
  function field(name: keyof TicketFields) {
    const problem = showsErrors ? problems[name] : undefined;
    return {
      name,
      label: t(`pages.contact.${name}`),
      required: true,
      // The stored ticket must equal the input.
      readOnly: busy,
      value: fields[name],
      error: problem && t(`problem.${problem.code}`),
      onChange: ({ target }: { readonly target: { readonly value: string } }) => {
        setTyped((before) => ({ ...before, [name]: target.value }));
        setSubmitted(undefined);
      },
    };
  }

  return { field, busy, submitted, onSubmit };
}
