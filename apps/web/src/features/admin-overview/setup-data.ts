import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callJson } from '#platform/call-json.ts';
import { callData } from '#platform/data-api.ts';

/** What an operator sets up first, in the order of the list. */
export const setupItems = [
  ...['company', 'mail', 'promptpay', 'flight', 'product'],
  ...['second_admin', 'authenticator', 'backup'],
] as const satisfies readonly string[];

const stored = z.object({
  is_dismissed: z.boolean(),
  test_mail_asked_at: z.nullable(z.string()),
  backup_at: z.nullable(z.string()),
  restore_at: z.nullable(z.string()),
  promptpay: z.nullable(
    z.object({
      kind: z.enum(['phone', 'tax_id', 'ewallet']),
      id: z.string(),
      account_name: z.nullable(z.string()),
      name_en: z.string(),
      name_th: z.string(),
    }),
  ),
  /** Whether each is done; those of features that are off are not there. */
  items: z.record(z.string(), z.boolean()),
});

export type Setup = z.output<typeof stored>;

/** What is done of the first set-up. */
export const setupQuery = queryOptions({
  queryKey: ['admin', 'setup'],
  refetchOnWindowFocus: 'always',
  staleTime: 0,
  queryFn: ({ signal }) =>
    callJson(stored, (client) => client.rpc('bkk_admin_setup').abortSignal(signal)),
});

/**
 * Records that the link of a test mail was opened: whether it was the last one. It writes, so it runs once for a link.
 *
 * @param token of the link
 */
export const openTestMailQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['admin', 'test mail', token],
    staleTime: 'static',
    enabled: token !== null,
    queryFn: () =>
      callData((client) => client.rpc('bkk_admin_open_test_mail', { p_token: token ?? '' })),
  });

/** Mails the admin a link that shows that mails arrive. */
export const sendTestMail = () => callData((client) => client.rpc('bkk_admin_send_test_mail'));

/** Hides the list from all admins, or shows it again. */
export const dismissSetup = (isDismissed: boolean) =>
  callData((client) => client.rpc('bkk_admin_dismiss_setup', { p_is_dismissed: isDismissed }));
