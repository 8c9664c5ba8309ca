import { useTranslation } from 'react-i18next';
import { passengerTypes, type PassengerNumbers } from '@bkksiam/domain/passenger-age';
import { useLanguage } from '#platform/i18n.ts';

/** Passengers by type: `2 adults, 1 child`, in Thai `ผู้ใหญ่ 2 เด็ก 1`, which has spaces for the commas. */
export function usePassengersText(): (passengers: PassengerNumbers) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  // A list format of the browser would take 10 ms of a phone when the home page is hydrated.
  const separator = language === 'th' ? ' ' : ', ';
  return (passengers) =>
    passengerTypes
      .filter((type) => passengers[type] > 0)
      .map((type) => t(`passengers.${type}`, { count: passengers[type] }))
      .join(separator);
}
