import { useTranslation } from 'react-i18next';
import type { BookingField, Passenger } from '@bkksiam/domain/booking';
import type { BookingForm } from './booking-form.ts';

const nameField = /^passengers\.(\d+)\.(\w+)$/;

/** The words beside a field; undefined while nothing is wrong with it. */
export function useRemark({ problems }: BookingForm) {
  const { t } = useTranslation();
  const wrong = (field: BookingField) => problems.some(({ fields }) => fields.includes(field));
  return {
    ofName: (index: number, part: keyof Passenger) =>
      wrong(`passengers.${index}.${part}`) ? t(`problem.booking.missing_name.${part}`) : undefined,
    ofContact: (part: 'email' | 'phone') =>
      wrong(`contact.${part}`) ? t(`problem.booking.missing_contact.${part}`) : undefined,
  };
}

/** A field's remark where it stands away from its field, so that it says whose it is. */
export function useFarRemark() {
  const { t } = useTranslation();
  return (field: BookingField) => {
    const [, index, part] = nameField.exec(field) ?? [];
    if (index === undefined) {
      const way = field === 'contact.email' ? 'email' : 'phone';
      return t(`problem.booking.missing_contact.${way}`);
    }
    const name = part === 'firstName' ? 'firstName' : 'lastName';
    const who = t('members.booking.passenger', { number: Number(index) + 1 });
    return `${who}: ${t(`problem.booking.missing_name.${name}`)}`;
  };
}
