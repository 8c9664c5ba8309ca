import { readFileSync } from 'node:fs';
import type adminBookings from '../../apps/web/public/locales/en/adminBookings.json';
import type adminFinance from '../../apps/web/public/locales/en/adminFinance.json';
import type adminFlights from '../../apps/web/public/locales/en/adminFlights.json';
import type adminOrders from '../../apps/web/public/locales/en/adminOrders.json';
import type adminProducts from '../../apps/web/public/locales/en/adminProducts.json';
import type adminRefunds from '../../apps/web/public/locales/en/adminRefunds.json';
import type adminSlips from '../../apps/web/public/locales/en/adminSlips.json';
import type bookings from '../../apps/web/public/locales/en/bookings.json';
import type checkout from '../../apps/web/public/locales/en/checkout.json';
import type common from '../../apps/web/public/locales/en/common.json';
import type flights from '../../apps/web/public/locales/en/flights.json';
import type hold from '../../apps/web/public/locales/en/hold.json';
import type messages from '../../apps/web/public/locales/en/messages.json';
import type notifications from '../../apps/web/public/locales/en/notifications.json';
import type offers from '../../apps/web/public/locales/en/offers.json';
import type orders from '../../apps/web/public/locales/en/orders.json';
import type payments from '../../apps/web/public/locales/en/payments.json';
import type refunds from '../../apps/web/public/locales/en/refunds.json';
import type requests from '../../apps/web/public/locales/en/requests.json';
import type adminSupport from '../../apps/web/public/locales/en/adminSupport.json';
import type support from '../../apps/web/public/locales/en/support.json';
import type tableImport from '../../apps/web/public/locales/en/tableImport.json';
import type travellers from '../../apps/web/public/locales/en/travellers.json';
import type { Language } from './fixtures.ts';

type Keys<Group, Prefix extends string = ''> = {
  [Key in keyof Group & string]: Group[Key] extends string
    ? `${Prefix}${Key}`
    : Keys<Group[Key], `${Prefix}${Key}.`>;
}[keyof Group & string];

/** The namespaces of features. */
interface Namespaces {
  adminBookings: typeof adminBookings;
  adminFinance: typeof adminFinance;
  adminFlights: typeof adminFlights;
  adminOrders: typeof adminOrders;
  adminProducts: typeof adminProducts;
  adminRefunds: typeof adminRefunds;
  adminSlips: typeof adminSlips;
  adminSupport: typeof adminSupport;
  bookings: typeof bookings;
  checkout: typeof checkout;
  flights: typeof flights;
  hold: typeof hold;
  messages: typeof messages;
  notifications: typeof notifications;
  offers: typeof offers;
  orders: typeof orders;
  payments: typeof payments;
  refunds: typeof refunds;
  requests: typeof requests;
  support: typeof support;
  tableImport: typeof tableImport;
  travellers: typeof travellers;
}

/** The key of a text in `common`; those of plural forms have their suffix. */
export type TextKey = Keys<typeof common>;

type StoredKey =
  | TextKey
  | {
      [Name in keyof Namespaces]: Keys<Namespaces[Name], `${Name}:`>;
    }[keyof Namespaces];

type Counted<Key> = Key extends `${infer Base}_other` ? Base : never;

/** The key of a text, with its namespace unless that is `common`; one that depends on a count has no suffix. */
export type AnyTextKey = StoredKey | Counted<StoredKey>;

export type TextValues = Readonly<Record<string, string | number>>;

interface Texts {
  readonly [key: string]: string | Texts;
}

const loaded = new Map<string, Texts>();

function textsOf(language: Language, namespace: string): Texts {
  const path = `../../apps/web/public/locales/${language}/${namespace}.json`;
  const texts =
    loaded.get(path) ?? (JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Texts);
  loaded.set(path, texts);
  return texts;
}

function find(texts: Texts, key: string): string | undefined {
  let found: string | Texts | undefined = texts;
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** A text with its values filled in. */
export const filled = (text: string, values: TextValues) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name] ?? ''));

/** The text of a key with its placeholders; a count chooses the plural form. A key without one is a mistake in the journey. */
function storedText(language: Language, key: AnyTextKey, count?: string | number): string {
  const [name = '', namespace = 'common'] = key.split(':').toReversed();
  const texts = textsOf(language, namespace);
  const forms = [name, ...(count === 1 ? [`${name}_one`] : []), `${name}_other`];
  const found = forms.map((form) => find(texts, form)).find((text) => text !== undefined);
  if (found === undefined) throw new Error(`no text ${key} in ${language}`);
  return found;
}

/** The sentence behind a key, as the site shows it; without values it keeps its placeholders. */
export function textIn(language: Language): (key: AnyTextKey, values?: TextValues) => string {
  return (key, values) => {
    const text = storedText(language, key, values?.count);
    return values === undefined ? text : filled(text, values);
  };
}

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Matches the sentence behind a key as the site shows it; a placeholder without a value matches anything. */
export function patternIn(language: Language): (key: AnyTextKey, values?: TextValues) => RegExp {
  return (key, values = {}) => {
    const parts = storedText(language, key, values.count).split(/\{\{(\w+)[^}]*\}\}/);
    const source = parts.map((part, index) => {
      if (index % 2 === 0) return escaped(part);
      const value = values[part];
      return value === undefined ? '.*' : escaped(String(value));
    });
    return new RegExp(`^${source.join('')}$`);
  };
}

/** An amount of baht as the site shows it. */
export const baht = (language: Language, amount: string) =>
  language === 'th' ? `฿${amount}` : `THB ${amount}`;
