import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  linesOfList,
  parsePassengerList,
  type ListedPassenger,
  type PassengerLineError,
} from '@bkksiam/domain/passenger-list';
import { seatPassengers, type Seat } from '@bkksiam/domain/passenger-seats';
import { quotedList } from '@bkksiam/domain/table-heading';
import { OneNameNote } from '#entities/traveller/one-name.tsx';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { useLanguage } from '#platform/i18n.ts';
import { TextFileButton } from '#platform/text-file-button.tsx';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/form-field.tsx';
import { lastDayOf, type Booking } from './booking-data.ts';

/** More than 300 passengers need. */
const maxFileBytes = 200_000;

function LineText({ line }: { readonly line: ListedPassenger | PassengerLineError }) {
  const { t } = useTranslation('bookings');
  if ('problem' in line) {
    const { code, values } = line.problem;
    const key = code as 'passenger_list.type';
    const column = line.column === null ? '' : `${t(`form.${line.column}`)}: `;
    return (
      <span className="font-mid text-red">
        {column}
        {t(`problem.${key}`, { ...values })}
      </span>
    );
  }
  const rest = [
    ...(line.type === null ? [] : [t(`type.${line.type}`)]),
    ...(line.birthDate === null ? [] : [line.birthDate]),
  ];
  return (
    <span translate="no">
      <b className="font-strong">{[line.lastName, line.firstName].filter(Boolean).join(', ')}</b>
      {rest.map((text) => ` · ${text}`)}
      <OneNameNote names={line} />
    </span>
  );
}

/** What the text gives: the seats, and what is said of each line. */
function useParsed(text: string, booking: Booking) {
  const { passengers, errors, ignored } = parsePassengerList(text, bangkokToday());
  const seated = seatPassengers(passengers, booking.seats, lastDayOf(booking));
  const wrong = [...errors, ...seated.errors];
  return { passengers, seats: seated.seats, wrong, ignored, lines: linesOfList(passengers, wrong) };
}

function Preview({
  parsed: { passengers, wrong, ignored, lines, seats },
  onUse,
}: {
  readonly parsed: ReturnType<typeof useParsed>;
  readonly onUse: (seats: readonly Seat[]) => void;
}) {
  const { t } = useTranslation('bookings');
  const language = useLanguage();
  return (
    <>
      <p role="status" className="text-sm font-mid">
        {t('import.found', { count: passengers.length })}
        {wrong.length > 0 && (
          <span className="text-red"> {t('import.wrong', { count: wrong.length })}</span>
        )}
      </p>
      {ignored.length > 0 && (
        <p className="text-sm text-ink-2">
          {t('import.ignored', { count: ignored.length, columns: quotedList(ignored, language) })}
        </p>
      )}
      <div>
        <Button tone="secondary" aria-disabled={wrong.length > 0} onClick={() => onUse(seats)}>
          {t('import.use', { count: passengers.length })}
        </Button>
        {wrong.length > 0 && <p className="mt-1 text-sm text-ink-2">{t('import.mend')}</p>}
      </div>
      <ol
        aria-label={t('import.preview')}
        className="divide-y divide-line rounded-md border border-line bg-surface text-sm"
      >
        {lines.map((line) => (
          <li key={line.line} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-2 px-3 py-1.5">
            <span className="num text-ink-2">{line.line}</span>
            <LineText line={line} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** Reads names from pasted text or a CSV file and shows what each line gives before they are used. */
export function PassengerImport({
  booking,
  onUse,
}: {
  readonly booking: Booking;
  readonly onUse: (seats: readonly Seat[]) => void;
}) {
  const { t } = useTranslation('bookings');
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const parsed = useParsed(text, booking);
  function use(seats: readonly Seat[]) {
    onUse(seats);
    setText('');
    setIsOpen(false);
  }
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group rounded-md bg-sunken px-4"
    >
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 font-mid text-teal">
        {t('import.title')}
        <ChevronDown className="size-5 flex-none group-open:rotate-180" />
      </summary>
      <div className="grid gap-3 pb-4">
        <TextArea
          label={t('import.text')}
          hint={t('import.hint')}
          rows={5}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          spellCheck={false}
          className="[&_textarea]:text-sm"
        />
        <TextFileButton
          label={t('import.file')}
          maxBytes={maxFileBytes}
          tooLarge={t('import.tooLarge')}
          unknownEncoding={t('import.encoding')}
          failed="bookings:import.unread"
          onText={setText}
        />
        {parsed.lines.length > 0 && <Preview parsed={parsed} onUse={use} />}
      </div>
    </details>
  );
}
