import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { lineKey, type Cart } from '@bkksiam/domain/cart';
import {
  checkoutProblems,
  orderAddress,
  paymentChoices,
  type CheckoutInput,
} from '@bkksiam/domain/checkout';
import {
  deliveryMethods,
  deliverySatang,
  deliveryZone,
  type DeliveryRate,
} from '@bkksiam/domain/delivery';
import { removeLines, refreshPrices } from '#entities/store/cart.ts';
import type { MemberProfile } from '#entities/user/profile-data.ts';
import { pages } from '#pages.ts';
import { domainCheck } from '#platform/form-schema.ts';
import { newId, useAppForm } from '#platform/form.ts';
import { useLanguage } from '#platform/i18n.ts';
import { logRejection } from '#platform/log.ts';
import { internationalPhone } from '#platform/phone-number.ts';
import { fullNameOf } from '#platform/session.ts';
import { placeOrder, ratesQuery, type FormerAddress, type OrderChange } from './checkout-data.ts';
import { orderedLines, sumsOf } from './checkout-lines.ts';
import type { PlacedState } from './placed-order.ts';

const text = z.string();
const schema = z
  .object({
    name: text,
    email: text,
    phone: text,
    country: text,
    line: text,
    subDistrict: text,
    district: text,
    province: text,
    postalCode: text,
    city: text,
    region: text,
    method: z.enum(deliveryMethods),
    pay: z.enum(paymentChoices),
    acceptsTerms: z.boolean(),
    /** Made once for a form: sending it again after a lost answer gives the same order. */
    key: text,
  })
  .check(
    domainCheck<CheckoutInput>(
      (input) => checkoutProblems(input, (typed) => internationalPhone(typed) !== undefined),
      'checkout',
    ),
  );

export type CheckoutFields = z.input<typeof schema>;

const noAddress = {
  country: 'TH',
  line: '',
  subDistrict: '',
  district: '',
  province: '',
  postalCode: '',
  city: '',
  region: '',
};

/** The fields of an address that an order went to; those of none are empty. */
export const addressFields = (former: FormerAddress | undefined) =>
  former === undefined
    ? noAddress
    : {
        country: former.country,
        line: former.line,
        subDistrict: former.sub_district,
        district: former.district,
        province: former.province,
        postalCode: former.postal_code,
        city: former.city,
        region: former.region,
      };

/** What the delivery of a cart costs in satang as the form has it; undefined where it is not delivered. */
export function deliveryOf(
  rates: readonly DeliveryRate[],
  cart: Cart,
  { method, country, postalCode }: Pick<CheckoutInput, 'method' | 'country' | 'postalCode'>,
): number | undefined {
  return deliverySatang(rates, method, deliveryZone({ country, postalCode }), sumsOf(cart).grams);
}

interface CheckoutOptions {
  /** Null for a guest. */
  readonly user: User | null;
  readonly profile: MemberProfile | null;
  readonly former: FormerAddress | undefined;
  readonly rates: readonly DeliveryRate[];
  /** The lines that can be ordered. */
  readonly cart: Cart;
}

/** The form of the checkout. What has changed is given instead of an order, with the prices of the cart read again. */
export function useCheckoutForm({ user, profile, former, rates, cart }: CheckoutOptions) {
  const language = useLanguage();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [key] = useState(newId);
  const [changes, setChanges] = useState<readonly OrderChange[]>([]);
  async function send(input: CheckoutFields) {
    setChanges([]);
    const answer = await placeOrder({
      request_key: input.key,
      is_guest: user === null,
      language,
      name: input.name.trim(),
      email: input.email.trim(),
      phone: internationalPhone(input.phone) ?? '',
      method: input.method,
      address: orderAddress(input),
      lines: orderedLines(cart),
      seen_delivery_satang: deliveryOf(rates, cart, input) ?? 0,
      pay: user === null ? 'transfer' : input.pay,
    });
    if ('changes' in answer) {
      await Promise.all([refreshPrices(), client.invalidateQueries(ratesQuery())]);
      setChanges(answer.changes);
    }
    return { ...answer, email: input.email.trim() };
  }
  const values: CheckoutFields = {
    ...addressFields(former),
    name: profile?.full_name ?? (user && fullNameOf(user)) ?? '',
    email: user?.email ?? '',
    phone: profile?.phone ?? '',
    method: 'standard',
    pay: 'transfer',
    acceptsTerms: false,
    key,
  };
  const form = useAppForm({
    schema,
    values,
    clearsAfterwards: true,
    draftKey: 'checkout',
    notStored: ['acceptsTerms', 'key'],
    isSent: (answer) => 'number' in answer,
    send,
    afterwards({ email, ...answer }) {
      if (!('number' in answer)) return;
      removeLines(cart.map(lineKey));
      for (const prefix of user === null ? [] : ['orders', 'credits', 'postings'])
        logRejection(
          'the lists could not be loaded again',
          client.invalidateQueries({ queryKey: [prefix, user?.id] }),
        );
      // Members have their mails at the address of the account.
      const state: PlacedState = { placed: answer, email: user?.email ?? email };
      const shown = navigate(pages.orderPlaced.href(), { replace: true, state });
      logRejection('the page could not be opened', shown);
    },
  });
  return { ...form, changes };
}

export type CheckoutForm = ReturnType<typeof useCheckoutForm>;
