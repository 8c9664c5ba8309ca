import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { passengerWarnings, type PassengerType } from '@bkksiam/domain/passenger-age';
import { isSamePerson, type Person } from '@bkksiam/domain/traveller';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { personOf, travellersQuery } from './traveller-data.ts';

/**
 * What a passenger's birth date says against their type, and the passport of their saved traveller against the days.
 *
 * @param lastDay the local day of the last flight; null if it is not known
 */
export function usePassengerWarnings(userId: string, lastDay: string | null) {
  const { t } = useTranslation('bookings');
  const { data: travellers } = useQuery(travellersQuery(userId));
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
