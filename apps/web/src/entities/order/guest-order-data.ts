import { queryOptions, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { pages } from '#pages.ts';
import { callFunction } from '#platform/call-function.ts';
import { nullIf } from '#platform/data-api.ts';

/** The address of a guest's order, or of its payment: the token is after the `#`, which no server is sent. */
export const guestHref = (page: 'guestOrder' | 'payGuestOrder', token: string) =>
  `${pages[page].href()}#${token}`;

/** A guest has no socket that the row policies would let read. */
const pollMs = 15_000;

const list = z.array(z.looseObject({}));
const answerSchema = z.looseObject({
  order_id: z.string(),
  number: z.string(),
  status: z.string(),
  name: z.nullable(z.string()),
  lines: list,
  events: list,
  receipts: list,
  slips: list,
  refunds: list,
  agency: z.nullable(z.looseObject({})),
});

/** An order of a guest: its columns, and rows as members read them, which `bkk_guest_order` says. */
export type GuestOrder = z.infer<typeof answerSchema>;

const callGuestOrder = async (values: object) =>
  answerSchema.parse(await callFunction('guest-order', values));

const keyOf = (token: string) => ['guest-order', token] as const;

/** The order of a mailed link; null for one that is not valid. */
export const guestOrderQuery = (token: string) =>
  queryOptions({
    queryKey: keyOf(token),
    queryFn: () => nullIf('not_found', callGuestOrder({ token })),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data === null ? false : pollMs),
  });

/** What a guest does with the order of a link, which is read again also after a failure. */
export function useGuestOrder(token: string) {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: keyOf(token) });
  async function act(action: string, values: object) {
    try {
      await callGuestOrder({ token, action, ...values });
    } finally {
      await reload();
    }
  }
  return {
    reload,
    cancel: (version: number) => act('cancel', { version }),
    askReturn: (version: number, reason: string) => act('ask_return', { version, reason }),
  };
}
