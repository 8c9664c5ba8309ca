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
import { existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { useLanguage } from '#platform/i18n.ts';
import { useIdempotencyKey } from '#platform/idempotency-key.ts';
import { useAppForm } from '#platform/form.ts';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { localValue } from '#platform/local-store.ts';
import { fullNameOf, useUser } from '#platform/session.ts';
import { showToast } from '#platform/toast.ts';
import { useUnsavedChanges } from '#platform/unsaved-changes.ts';
import { sendTicket } from './send-ticket.ts';

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

/** Stores a ticket; `stored` is false when the browser denies storage. */
function storeTicket(fields: TicketFields) {
  const ticket = openTicket(fields, new Date());
  return {
    email: ticket.email,
    stored: storedTickets.write([...(storedTickets.read() ?? []), ticket]),
  };
}

const simulatedSubmit = () =>
  new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), simulatedDelays.ticketSubmit);
  });

/** Whether tickets reach the agency. */
export const hasThreads = () => existsWith(settings().features, pages.myThreads);

/** Sends a ticket to the agency, or without the feature simulates it, and stores it. */
function useSendTicket() {
  const user = useUser();
  const language = useLanguage();
  const keys = useIdempotencyKey();
  return async (fields: TicketFields) => {
    const threadId = hasThreads()
      ? await sendTicket({ ...fields, language }, keys.keyOf(fields), user !== null)
      : await simulatedSubmit();
    keys.forget();
    return { ...storeTicket(fields), threadId };
  };
}

/** The subject that a link to the page gives. */
function subjectOf(params: URLSearchParams): string {
  return (params.get('subject') ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, longestSubject);
}

/**
 * The state of the ticket form. Submitting is simulated (spec §9), but with threads: the ticket is stored in this browser
 * (spec §3).
 */
export function useTicketForm() {
  const { t } = useTranslation();
  const user = useUser();
  const name = (user && fullNameOf(user)) ?? '';
  const [params] = useSearchParams();
  const subject = subjectOf(params);
  // A member need not type what the account has, nor anybody what the link that led here is about.
  const initial: TicketFields = { name, email: user?.email ?? '', subject, message: '' };
  const { form, field, onSubmit, clearResult, busy, result, failure } = useAppForm({
    schema,
    values: initial,
    clearsAfterwards: true,
    send: useSendTicket(),
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
    failure,
    handlers: {
      onSubmit() {
        clearResult();
        onSubmit();
      },
      onChange: clearResult,
    },
  };
}
