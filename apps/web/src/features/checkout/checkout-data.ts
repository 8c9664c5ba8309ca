import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { DeliveryRate } from '@bkksiam/domain/delivery';
import { callFunction } from '#platform/call-function.ts';
import { callData } from '#platform/data-api.ts';

/** The prefix of the query keys of a member's orders. */
const orderKey = (userId: string) => ['orders', userId] as const;

/** What the agency asks for parcels. */
export function ratesQuery() {
  return queryOptions({
    queryKey: ['delivery-rates'],
    queryFn: async ({ signal }) =>
      (await callData((client) =>
        client.from('bkk_delivery_rates').select('*').abortSignal(signal),
      )) as readonly DeliveryRate[],
  });
}

/** Whether orders may be picked up at the office. */
export function pickupQuery() {
  return queryOptions({
    queryKey: ['delivery-rates', 'pickup'],
    queryFn: async ({ signal }) => {
      const { offers_pickup: offersPickup } = await callData((client) =>
        client.from('bkk_delivery_settings').select('offers_pickup').abortSignal(signal).single(),
      );
      return offersPickup;
    },
  });
}

// The addresses of a member's last orders.
const rememberedOrders = 10;

const addressSchema = z.object({
  country: z.string(),
  line: z._default(z.string(), ''),
  sub_district: z._default(z.string(), ''),
  district: z._default(z.string(), ''),
  province: z._default(z.string(), ''),
  postal_code: z._default(z.string(), ''),
  city: z._default(z.string(), ''),
  region: z._default(z.string(), ''),
});

/** An address that an order of the member went to. */
export type FormerAddress = z.infer<typeof addressSchema>;

/** The addresses that the member's orders went to, the last one first, each once. */
export function formerAddressesQuery(userId: string) {
  return queryOptions({
    queryKey: [...orderKey(userId), 'addresses'],
    queryFn: async ({ signal }): Promise<readonly FormerAddress[]> => {
      const rows = await callData((client) =>
        client
          .from('bkk_orders')
          .select('address')
          .eq('user_id', userId)
          .not('address', 'is', null)
          .order('created_at', { ascending: false })
          .limit(rememberedOrders)
          .abortSignal(signal),
      );
      const known = new Map(rows.map(({ address }) => [JSON.stringify(address), address]));
      return [...known.values()].flatMap(
        (address) => z.safeParse(addressSchema, address).data ?? [],
      );
    },
  });
}

/** A line as the buyer has seen it. */
export interface OrderedLine {
  readonly product_id: string;
  readonly variant_id: string;
  readonly quantity: number;
  readonly seen_satang: number;
  readonly answers: Readonly<Record<string, readonly string[]>>;
}

/** What is sent; SQL has the same names. */
export interface NewOrder {
  readonly request_key: string;
  readonly is_guest: boolean;
  readonly language: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly method: string;
  readonly address: Readonly<Record<string, string>> | null;
  readonly lines: readonly OrderedLine[];
  readonly seen_delivery_satang: number;
  readonly pay: string;
}

const changeSchema = z.object({
  kind: z.enum(['gone', 'currency', 'stock', 'price', 'delivery']),
  position: z.optional(z.number()),
  seen_satang: z.optional(z.nullable(z.number())),
  unit_satang: z.optional(z.nullable(z.number())),
  left: z.optional(z.nullable(z.number())),
});

/** What is not as the buyer saw it. */
export type OrderChange = z.infer<typeof changeSchema>;

const placedSchema = z.object({
  number: z.string(),
  status: z.string(),
  total_satang: z.number(),
  pay_by: z.nullable(z.string()),
  /** Of the link to a guest's order. */
  token: z.optional(z.string()),
});

/** An order that was placed. */
export type PlacedOrder = z.infer<typeof placedSchema>;

const answerSchema = z.union([z.object({ changes: z.array(changeSchema) }), placedSchema]);

/** Places an order; nothing is stored where anything is not as it was seen. */
export async function placeOrder(
  order: NewOrder,
): Promise<{ readonly changes: readonly OrderChange[] } | PlacedOrder> {
  return answerSchema.parse(await callFunction('place-order', order));
}
