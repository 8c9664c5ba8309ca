import * as z from 'zod/mini';
import type { Cart } from '@bkksiam/domain/cart';
import { cents, currencyInfo, variantSchema } from './store-schema.ts';

const cartSchema = z.array(
  z.object({
    product: z.object({
      id: z.string(),
      title: z.string(),
      thumbnail: z.nullable(z.string()),
    }),
    variant: variantSchema,
    quantity: z.int().check(z.minimum(1)),
    answers: z._default(z.record(z.string(), z.array(z.string())), {}),
    before: z.catch(z.optional(z.object({ cents, currency_info: currencyInfo })), undefined),
    unavailable: z.catch(z.optional(z.boolean()), undefined),
  }),
);

/** The cart out of what the browser has kept; undefined where that is none. */
export function readCart(stored: unknown): Cart | undefined {
  const parsed = z.safeParse(cartSchema, stored);
  return parsed.success ? parsed.data : undefined;
}
