import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { calendarDayText } from '@bkksiam/domain/date-text';
import { OneNameNote } from '#entities/traveller/one-name.tsx';
import { personOf } from '#entities/traveller/traveller-data.ts';
import { usePassengerWarnings, Warnings } from '#entities/traveller/passenger-warnings.tsx';
import { pages } from '#pages.ts';
import { useBangkokTime } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { useChange } from '#platform/page-changes.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { canSetNames, hasEnded, lastDayOf, passengerName, type Booking } from './booking-data.ts';
import { Card } from '#ui/parts/card.tsx';
import { PassengerForm } from './passenger-form.tsx';
import { SaveTraveller } from './save-traveller.tsx';

interface PassengersProps {
  readonly userId: string;
  readonly booking: Booking;
}

function PassengerTable({ userId, booking }: PassengersProps) {
  const { t } = useTranslation('bookings');
  const language = useLanguage();
  const warningsOf = usePassengerWarnings(userId, lastDayOf(booking));
  const cell = 'py-2.5 align-top max-sm:block max-sm:py-0';
  const unknown = <span className="text-ink-2 max-sm:hidden">—</span>;
  return (
    <table className="w-full text-sm max-sm:block">
      <thead className="text-left text-ink-2 max-sm:sr-only">
        <tr className="border-b border-line">
          {(['name', 'type', 'born', 'ticket'] as const).map((column) => (
            <th
              key={column}
              scope="col"
              className={`py-2 font-text ${column === 'ticket' ? 'text-right' : 'pr-4'}`}
            >
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {booking.passengers.map((passenger) => {
          const name = passengerName(passenger);
          const { type, position, birth_date: born, ticket_number: ticket } = passenger;
          return (
            <tr
              key={position}
              className="border-b border-line last:border-b-0 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:py-2.5"
            >
              <th scope="row" className={`${cell} pr-4 text-left font-strong wrap-anywhere`}>
                <span className="num mr-2 font-text text-ink-2">{position}</span>
                {name === '' ? (
                  <span className="font-text text-ink-2">{t('noName')}</span>
                ) : (
                  <span translate="no">{name}</span>
                )}
                <OneNameNote names={personOf(passenger)} />
                <Warnings texts={name === '' ? [] : warningsOf(type, personOf(passenger))} />
              </th>
              <td className={`${cell} pr-4 max-sm:pr-0 max-sm:text-right`}>{t(`type.${type}`)}</td>
              <td className={`num ${cell} pr-4 whitespace-nowrap max-sm:text-ink-2`}>
                {born === null ? unknown : (calendarDayText(born, language) ?? born)}
                <SaveTraveller userId={userId} person={personOf(passenger)} />
              </td>
              <td className={`num ${cell} text-right whitespace-nowrap`}>{ticket ?? unknown}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** How many names there are, and until when they are due. */
function NamesState({ booking }: { readonly booking: Booking }) {
  const { t } = useTranslation('bookings');
  const timeText = useBangkokTime();
  const { passengers, names_due_at: due, has_all_names: hasNames } = booking;
  const names = passengers.filter(({ last_name: name }) => name !== null).length;
  if (hasEnded(booking)) return null;
  const canSet = canSetNames(booking);
  const texts = [
    ...(hasNames ? [] : [t('names.some', { names, seats: passengers.length })]),
    ...(due !== null && canSet ? [t('names.due', { time: timeText(due) })] : []),
    ...(canSet ? [] : [t('names.closed')]),
  ];
  return <p className="mb-2 text-sm text-ink-2">{texts.join(' ')}</p>;
}

interface BookingPassengersProps extends PassengersProps {
  /** Whether the names are edited. */
  readonly isEditing: boolean;
  readonly onEdit: (isEditing: boolean) => void;
}

/** The passengers with their ticket numbers; the member enters and corrects names while that is allowed. */
export function BookingPassengers(props: BookingPassengersProps) {
  const { userId, booking, isEditing, onEdit } = props;
  const { t } = useTranslation(['bookings', 'travellers']);
  const canSet = canSetNames(booking);
  // The button or the form that had the focus is gone.
  useChange(isEditing, () => document.getElementById('passengers')?.focus());
  return (
    <Card
      id="passengers"
      title={t('passengers')}
      action={
        canSet &&
        !isEditing && (
          <Button tone="link" onClick={() => onEdit(true)}>
            {t(booking.has_all_names ? 'names.correct' : 'names.enter')}
          </Button>
        )
      }
    >
      <NamesState booking={booking} />
      {isEditing ? (
        <PassengerForm userId={userId} booking={booking} onClose={() => onEdit(false)} />
      ) : (
        <>
          <PassengerTable userId={userId} booking={booking} />
          <Link
            to={pages.travellers.href()}
            className={buttonClass({ tone: 'link', className: 'mt-2 text-sm' })}
          >
            {t('travellers:link')}
          </Link>
        </>
      )}
    </Card>
  );
}
