import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { inBangkok } from '@bkksiam/domain/date-text';
import {
  passengerTypes,
  passengerWarnings,
  type PassengerType,
} from '@bkksiam/domain/passenger-age';
import { maxPassengerName } from '@bkksiam/domain/passenger-name';
import { isSamePerson, type Person } from '@bkksiam/domain/traveller';
import { personOf, travellersQuery } from '#entities/traveller/traveller-data.ts';
import { serverNow } from '#platform/server-clock.ts';
import { lastDayOf, numbersOf, type BookedPassenger, type Booking } from './booking-data.ts';

/** What the field of a name as in the passport has; a longer text gets the message of its rule. */
export const passengerNameInput = {
  maxLength: maxPassengerName * 2,
  autoComplete: 'off',
  autoCapitalize: 'characters',
  spellCheck: false,
  translate: 'no',
} as const;

/** The passengers of a booking, those without a name too: a booking of an offer has none before they are entered. */
export function passengersOf(booking: Booking): readonly BookedPassenger[] {
  if (booking.passengers.length > 0) return booking.passengers;
  const numbers = numbersOf(booking);
  const types = passengerTypes.flatMap((type) => Array.from({ length: numbers[type] }, () => type));
  return types.map((type, index) => ({
    position: index + 1,
    first_name: null,
    last_name: null,
    type,
    birth_date: null,
    ticket_number: null,
  }));
}

/** The present day in Bangkok by the server's clock. */
export const bangkokToday = () => inBangkok(new Date(serverNow())).toISOString().slice(0, 10);

/** What a passenger's birth date says against their type, and the passport of their saved traveller against the days. */
export function usePassengerWarnings(userId: string, booking: Booking) {
  const { t } = useTranslation('bookings');
  const { data: travellers } = useQuery(travellersQuery(userId));
  const lastDay = lastDayOf(booking);
  const today = bangkokToday();
  return (type: PassengerType, person: Person): readonly string[] => {
    if (lastDay === null || lastDay < today) return [];
    const saved = travellers?.find((traveller) => isSamePerson(personOf(traveller), person));
    const dates = {
      type,
      birthDate: person.birthDate,
      passportExpiry: saved?.passport_expires_on ?? null,
    };
    return passengerWarnings(dates, { today, lastDay }).map(({ code, values }) =>
      t(`warning.${code}`, { ...values, type: t(`type.${type}`) }),
    );
  };
}

export function Warnings({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text) => (
    <span key={text} className="mt-0.5 flex items-start gap-1.5 text-sm font-mid text-gold-ink">
      <TriangleAlert className="mt-0.5 size-4 flex-none" />
      {text}
    </span>
  ));
}

/** First and last name in capitals, as tickets have them. */
export function ticketName({
  first_name: first,
  last_name: last,
}: Pick<BookedPassenger, 'first_name' | 'last_name'>): string {
  return `${first ?? ''} ${last ?? ''}`.trim().toUpperCase();
}
