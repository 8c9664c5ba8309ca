import { useState, type SubmitEvent } from 'react';
import { simulatedDelays, toastDurations } from '@bkksiam/domain/constants';
import {
  checkTicket,
  openTicket,
  ticketFields,
  type SupportTicket,
  type TicketFields,
} from '@bkksiam/domain/support-ticket';
import { logFailure } from '#platform/log.ts';
import { useSession } from '#platform/session.tsx';
import { showToast } from '#platform/toast.ts';
import { useUnsentWork } from '#platform/unsent-work.ts';
import { keepTicket } from './ticket-records.ts';

const empty: TicketFields = { name: '', email: '', subject: '', message: '' };

/** What became of the last ticket. */
export interface SubmittedTicket {
  readonly ticket: SupportTicket;
  /** False where the browser keeps nothing. */
  readonly kept: boolean;
}

/** What is known of a member need not be typed. */
function useMemberFields(): Partial<TicketFields> {
  const { user } = useSession();
  if (user === null) return {};
  const name: unknown = user.user_metadata.full_name;
  return { ...(typeof name === 'string' && { name }), email: user.email ?? '' };
}

function focusField(form: HTMLFormElement, name: string | undefined): void {
  const field = name === undefined ? null : form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

const pause = () =>
  new Promise((resolve) => {
    setTimeout(resolve, simulatedDelays.ticketSubmit);
  });

/**
 * The ticket form: what stands in it, the problems to show once it was tried, and what became of the last ticket.
 * Submitting is simulated (spec §9) and takes its second, during which it cannot be done again.
 */
export function useTicketForm() {
  const member = useMemberFields();
  const [typed, setTyped] = useState<Partial<TicketFields>>({});
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [submitted, setSubmitted] = useState<SubmittedTicket>();
  const fields: TicketFields = { ...empty, ...member, ...typed };
  const problems = checkTicket(fields);
  const unsent = ticketFields.some(
    (field) => (typed[field] ?? '').trim() !== '' && typed[field] !== member[field],
  );
  useUnsentWork(unsent);

  function change(changed: Partial<TicketFields>) {
    setTyped({ ...typed, ...changed });
    setSubmitted(undefined);
  }

  async function submit(form: HTMLFormElement) {
    setSubmitted(undefined);
    setTried(true);
    const wrong = ticketFields.find((field) => problems[field] !== undefined);
    if (wrong !== undefined) {
      showToast({
        title: 'pages.contact.missing',
        description: 'pages.contact.missingText',
        tone: 'destructive',
        duration: toastDurations.formError,
      });
      focusField(form, wrong);
      return;
    }
    setBusy(true);
    await pause();
    const ticket = openTicket(fields, new Date());
    setSubmitted({ ticket, kept: keepTicket(ticket) });
    setBusy(false);
    setTried(false);
    setTyped({});
    showToast({ title: 'pages.contact.submitted', description: 'pages.contact.submittedText' });
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    submit(event.currentTarget).catch((error: unknown) => logFailure('a ticket failed', error));
  }

  const problemOf = (field: keyof TicketFields) => (tried ? problems[field] : undefined);
  return { fields, problemOf, change, busy, submitted, unsent, onSubmit };
}
