import { useLanguage } from '#platform/i18n.ts';
import type { Order } from './order-data.ts';

type Address = Readonly<Partial<Record<string, string>>>;

function addressOf({ address }: Pick<Order, 'address'>): Address | null {
  // A check of the database knows its parts, which are texts.
  return address as Address | null;
}

/** The parts of an address as a letter has them; without the country within Thailand. */
function partsOf(address: Address, language: string): readonly string[] {
  const {
    country = 'TH',
    line,
    sub_district,
    district,
    province,
    postal_code: code = '',
  } = address;
  const parts =
    country === 'TH'
      ? [line, sub_district, district, `${province ?? ''} ${code}`]
      : [
          line,
          `${address.city ?? ''} ${code}`,
          address.region,
          new Intl.DisplayNames(language, { type: 'region' }).of(country),
        ];
  return parts.flatMap((part) => (part === undefined || part.trim() === '' ? [] : [part.trim()]));
}

/** The address of an order in one line, and without house and street; undefined for what is picked up. */
export function useAddressText(): (order: Order) => { whole: string; place: string } | undefined {
  const language = useLanguage();
  const separator = language === 'th' ? ' ' : ', ';
  return (order) => {
    const address = addressOf(order);
    if (address === null) return undefined;
    const parts = partsOf(address, language);
    return { whole: parts.join(separator), place: parts.slice(1).join(separator) };
  };
}
