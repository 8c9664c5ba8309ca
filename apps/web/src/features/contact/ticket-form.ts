import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { simulatedDelays, toastDurations } from '@bkksiam/domain/constants';
import {
  checkTicket,
  openTicket,
  ticketFields,
  type SupportTicket,
  type TicketFields,
} from '@bkksiam/domain/support-ticket';
import { useAppForm } from '#platform/form.ts';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { localValue } from '#platform/local-store.ts';
import { fullNameOf, useUser } from '#platform/session.ts';
import { showToast } from '#platform/toast.ts';
import { useUnsavedChanges } from '#platform/unsaved-changes.ts';

/** Characters of a subject. */
export const longestSubject = 200;

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

const schema = z
  .object({ name: trimmedText, email: trimmedText, subject: trimmedText, message: trimmedText })
  .check(domainCheck<TicketFields>(checkTicket));

/** Stores a ticket after a simulated delay; `stored` is false when the browser denies storage. */
async function storeTicket(fields: TicketFields) {
  await new Promise((resolve) => setTimeout(resolve, simulatedDelays.ticketSubmit));
  const ticket = openTicket(fields, new Date());
  return {
    email: ticket.email,
    stored: storedTickets.write([...(storedTickets.read() ?? []), ticket]),
  };
}

/** The subject that a link to the page gives. */
function subjectOf(params: URLSearchParams): string {
  return (params.get('subject') ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, longestSubject);
}

/** The state of the ticket form. Submitting is simulated (spec §9): the ticket is stored in this browser (spec §3). */
export function useTicketForm() {
  const { t } = useTranslation();
  const user = useUser();
  const name = (user && fullNameOf(user)) ?? '';
  const [params] = useSearchParams();
  const subject = subjectOf(params);
  // A member need not type what the account has, nor anybody what the link that led here is about.
  const initial: TicketFields = { name, email: user?.email ?? '', subject, message: '' };
  const { form, field, onSubmit, clearResult, busy, result } = useAppForm({
    schema,
    values: initial,
    clearsAfterwards: true,
    send: storeTicket,
    onSuccess: () =>
      showToast({ title: 'pages.contact.submitted', description: 'pages.contact.submittedText' }),
    onInvalid: () =>
      showToast({
        title: 'pages.contact.missing',
        description: 'pages.contact.missingText',
        tone: 'destructive',
        duration: toastDurations.formError,
      }),
  });
  const input = form.watch();
  useUnsavedChanges(
    ticketFields.some((name) => input[name].trim() !== '' && input[name] !== initial[name]),
  );
  return {
    field: (name: keyof TicketFields) => ({
      ...field(name),
      label: t(`pages.contact.${name}`),
      required: true,
    }),
    busy,
    subject,
    email: input.email.trim(),
    submitted: result,
    handlers: {
      onSubmit() {
        clearResult();
        onSubmit();
      },
      onChange: clearResult,
    },
  };
}
