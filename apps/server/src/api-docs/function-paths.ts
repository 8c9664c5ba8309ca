import type { DatabaseCatalog } from './database-catalog.ts';
import { errorResponses, errorsText } from './data-paths.ts';
import { jsonContent, tags, type Json } from './open-api.ts';
import { raisedErrors, type RaisedError } from './raised-errors.ts';

/** An edge function. Its own errors have a status and a code; those of the functions that it calls are read from the database. */
interface EdgeFunction {
  readonly about: string;
  /** An example of its body. */
  readonly body: Json;
  /** Whether the body is a form, for a file. */
  readonly isForm?: boolean;
  readonly answer: string;
  readonly calls?: readonly string[];
  readonly errors?: readonly (readonly [status: number, code: string, message: string])[];
}

const id = '00000000-0000-4000-8000-000000000001';
const userBody = { user_id: id };
const noAccount = [404, 'not_found', 'There is no such account.'] as const;

const passenger = {
  type: 'adult',
  title: 'ms',
  gender: 'f',
  first_name: 'Nattaya',
  last_name: 'Wongthai',
  birth_date: '1990-04-13',
};

const users: Readonly<Record<string, EdgeFunction>> = {
  'admin-invite-user': {
    about: 'Mails an invitation, which grants the role once it is accepted. For admins.',
    body: { email: 'new@example.com', role: 'member' },
    answer: '{ user_id, email, role }',
    errors: [
      [409, 'signed_up', 'The address has an account.'],
      [500, 'role_not_set', 'The mail was sent, but the role could not be set.'],
    ],
  },
  'admin-reset-password': {
    about: 'Mails the user a link to choose a new password. For admins.',
    body: userBody,
    answer: '{ user_id }',
    errors: [noAccount, [422, 'no_email', 'The account has no address.']],
  },
  'admin-reset-factor': {
    about: 'Removes the second factors of a user. For admins.',
    body: userBody,
    answer: '{ user_id }',
    errors: [noAccount, [422, 'no_factor', 'The account has no second factor.']],
  },
  'admin-delete-user': {
    about: 'Deletes a user. For admins.',
    body: userBody,
    answer: '{ user_id }',
    errors: [
      noAccount,
      [403, 'own_account', 'Admins cannot delete themselves.'],
      [409, 'last_admin', 'The last active admin cannot be deleted.'],
    ],
  },
  'traveller-passport': {
    about:
      'Seals the number of a passport and stores it with the caller’s traveller; null removes it.',
    body: { traveller_id: id, number: 'AA1234567' },
    answer: '{ passport_ending }',
    calls: ['bkk_store_passport'],
    errors: [[400, 'passport_number', 'The number is not one of a passport.']],
  },
  'admin-system-status': {
    about: 'Whether database, mail and store work. For admins.',
    body: {},
    answer: '{ checkedAt, working: { database, mail, store }, mailsWaiting }',
  },
};

const money: Readonly<Record<string, EdgeFunction>> = {
  'attach-slip': {
    about:
      'Stores the slip of a transfer for a booking, an order or a top-up. With the token of a guest’s link it is for the order of the link.',
    body: { file: '(a picture or PDF)', request_key: id, booking_id: id, amount_satang: 250000 },
    isForm: true,
    answer: '{ slip_id, status, booking_status, reading, bank_code, trans_ref }',
    calls: ['bkk_check_slip', 'bkk_record_slip'],
    errors: [[400, 'payment_amount', 'The amount is not one that is due.']],
  },
  receipt: {
    about: 'A receipt as PDF: the original for its member or guest, a copy for admins.',
    body: { receipt_id: id },
    answer: 'application/pdf',
    errors: [
      [404, 'not_found', 'There is no such receipt.'],
      [501, 'no_papers', 'This server draws no papers.'],
    ],
  },
  'refund-account': {
    about:
      'Seals and stores the bank account that a refund goes to. With { open: true } an admin reads the number, which the change log records.',
    body: {
      refund_id: id,
      bank_code: '004',
      account_name: 'Nattaya',
      account_number: '0123456789',
    },
    answer: '{ account_ending }, or { account_number }',
    calls: ['bkk_store_refund_account', 'bkk_open_refund_account'],
    errors: [
      [400, 'account_number', 'The number is not one of this bank.'],
      [409, 'refund_changed', 'The refund was changed meanwhile.'],
      [410, 'account_lost', 'The number cannot be opened any more.'],
    ],
  },
};

const flights: Readonly<Record<string, EdgeFunction>> = {
  'search-flights': {
    about:
      'Offers of airlines. A supplier that is late or fails is a `state`, because the seats of the agency have their own answer.',
    body: {
      legs: [{ origin: 'BKK', destination: 'NRT', day: '2027-01-08' }],
      cabin: 'economy',
      passengers: { adult: 2, child: 1, infant: 0 },
      child_ages: [7],
    },
    answer: '{ source, state, offers, searched_at }',
  },
  'hold-flight': {
    about: 'Confirms the price of an offer, then holds its seats with the airline. For members.',
    body: {
      offer_id: id,
      request_key: id,
      expected_total_satang: 1250000,
      passengers: [passenger],
      email: 'nattaya@bkksiam.example',
      phone: '+66812345678',
      notes: '',
    },
    answer:
      '{ booking_id, reference, status, hold_expires_at }, or { quote_id } where the airline holds no seats',
    errors: [
      [409, 'price_changed', 'The price is another one now.'],
      [409, 'offer_expired', 'The offer has expired. Search again.'],
      [409, 'ages_differ', 'The price was for children of other ages.'],
      [409, 'not_holdable', 'The airline holds no seats of this offer.'],
      [409, 'in_progress', 'The same request is under way.'],
      [429, 'too_many_holds', 'The limit of holds is reached.'],
      [501, 'no_supplier', 'This server has no supplier of flights.'],
    ],
  },
  'duffel-webhook': {
    about: 'An event of Duffel, with its signature. The order is then read from Duffel.',
    body: { type: 'order.updated', data: { object: { id: 'ord_…' } } },
    answer: '{}',
    errors: [[401, 'not_signed', 'The signature is missing or wrong.']],
  },
};

const shopAndSupport: Readonly<Record<string, EdgeFunction>> = {
  'place-order': {
    about:
      'Places an order as a member or a guest. Where a price or the stock is another one, it answers with { changes } and places nothing.',
    body: {
      request_key: id,
      is_guest: true,
      language: 'th',
      name: 'Nattaya',
      email: 'nattaya@bkksiam.example',
      phone: '+66812345678',
      method: 'standard',
      lines: [{ product_id: 'chao-phraya-tote', variant_id: '…', quantity: 1, seen_satang: 59000 }],
      seen_delivery_satang: 5000,
      pay: 'transfer',
    },
    answer: '{ order_id, number, token? }, or { changes }',
    calls: ['bkk_place_order'],
  },
  'guest-order': {
    about: 'The order of a mailed link. It can be cancelled first, or a return requested.',
    body: { token: '…', action: 'cancel', version: 1 },
    answer: 'the order',
    calls: ['bkk_guest_order'],
  },
  'order-link': {
    about: 'Mails a new link to the guest of an order. The answer is the same for every address.',
    body: { number: 'SO-…', email: 'nattaya@bkksiam.example' },
    answer: '{}',
    calls: ['bkk_ask_order_link'],
  },
  'stock-alert': {
    about: 'Mails the address once when the variant is in stock again.',
    body: { variant_id: '…', email: 'nattaya@bkksiam.example', language: 'th' },
    answer: '{}',
    calls: ['bkk_ask_visitor_stock_alert'],
  },
  'support-ticket': {
    about: 'Opens a thread of a visitor, whose link is mailed.',
    body: {
      request_key: id,
      name: 'Nattaya',
      email: '…',
      subject: '…',
      message: '…',
      language: 'th',
    },
    answer: '{}',
    calls: ['bkk_open_visitor_thread'],
  },
  'support-thread': {
    about: 'The thread of a mailed link; a message can be written first, or the thread ended.',
    body: { token: '…', message_id: id, text: 'Thank you.' },
    answer: 'the thread, or { path } of a file',
    calls: ['bkk_visitor_thread'],
  },
  'support-file': {
    about: 'Writes a message with a file.',
    body: { file: '(a picture or PDF)', message_id: id, thread_id: id, text: '' },
    isForm: true,
    answer: '{ message_id }',
    calls: ['bkk_check_support_file', 'bkk_check_visitor_file', 'bkk_record_support_file'],
  },
  'line-webhook': {
    about: 'Events of the agency’s LINE account, with their signature.',
    body: { destination: '…', events: [] },
    answer: '{}',
    errors: [[401, 'not_signed', 'The signature is missing or wrong.']],
  },
};

/** The edge functions by name. */
export const edgeFunctions: Readonly<Record<string, EdgeFunction>> = {
  ...users,
  ...money,
  ...flights,
  ...shopAndSupport,
};

const statusOf = (errors: readonly (readonly [number, string, string])[]): readonly RaisedError[] =>
  errors.map(([status, name, message]) => ({ status, code: name, hint: null, message }));

/** The paths of the edge functions, each called by POST. */
export function functionPaths({ sources }: DatabaseCatalog): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(edgeFunctions).map(([name, given]) => {
      const { about, body, isForm = false, answer, calls = [], errors = [] } = given;
      const all = [...statusOf(errors), ...calls.flatMap((one) => raisedErrors(one, sources))];
      const type = isForm ? 'multipart/form-data' : 'application/json';
      const post = {
        tags: [tags.edge],
        summary: name,
        operationId: `function_${name.replaceAll('-', '_')}`,
        description: [about, errorsText(all)].filter(Boolean).join('\n\n'),
        requestBody: {
          required: true,
          content: { [type]: { schema: { type: 'object' }, example: body } },
        },
        responses: {
          '200': { description: answer, ...jsonContent({}) },
          '401': { description: 'not_signed_in: the session has ended.' },
          ...errorResponses(all, 'FunctionError'),
        },
      };
      return [`/functions/v1/${name}`, { post }];
    }),
  );
}
