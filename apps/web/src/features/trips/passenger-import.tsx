import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { typedDay } from '@bkksiam/domain/birth-date';
import { calendarDayText } from '@bkksiam/domain/date-text';
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

type Line = ListedPassenger | PassengerLineError;

function LineText({ line }: { readonly line: Line }) {
  const { t } = useTranslation('bookings');
  const language = useLanguage();
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
    ...(line.birthDate === null ? [] : [calendarDayText(line.birthDate, language)]),
  ];
  return (
    <span translate="no">
      <b className="font-strong">{[line.lastName, line.firstName].filter(Boolean).join(', ')}</b>
      {rest.map((text) => ` · ${text}`)}
      <OneNameNote names={line} />
    </span>
  );
}

/** What the text gives: the seats with birth days as they are typed, and what is said of each line. */
function useParsed(text: string, booking: Booking) {
  const language = useLanguage();
  const { passengers, errors, ignored } = parsePassengerList(text, bangkokToday());
  const seated = seatPassengers(passengers, booking.seats, lastDayOf(booking));
  const seats = seated.seats.map((seat) => ({
    ...seat,
    birthDate: typedDay(seat.birthDate || null, language),
  }));
  return { passengers, seats, ignored, ...linesOfList(passengers, [...errors, ...seated.errors]) };
}

function Lines({ label, lines }: { readonly label: string; readonly lines: readonly Line[] }) {
  return (
    <ol
      aria-label={label}
      className="divide-y divide-line rounded-md border border-line bg-surface text-sm"
    >
      {lines.map((line) => (
        <li key={line.line} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-2 px-3 py-1.5">
          <span className="num text-ink-2">{line.line}</span>
          <LineText line={line} />
        </li>
      ))}
    </ol>
  );
}

/** The wrong lines before the right ones, which are folded then: one error is not searched among many names. */
function Preview({
  parsed: { passengers, wrong, right, ignored, seats },
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
      {wrong.length > 0 && <Lines label={t('import.mendPreview')} lines={wrong} />}
      {wrong.length === 0 ? (
        <Lines label={t('import.preview')} lines={right} />
      ) : (
        right.length > 0 && (
          <details className="text-sm">
            <summary className="flex min-h-11 cursor-pointer items-center font-mid text-teal">
              {t('import.right', { count: right.length })}
            </summary>
            <Lines label={t('import.preview')} lines={right} />
          </details>
        )
      )}
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
  const summary = useRef<HTMLElement>(null);
  const parsed = useParsed(text, booking);
  function use(seats: readonly Seat[]) {
    onUse(seats);
    setText('');
    setIsOpen(false);
    // The button is hidden with what it has added.
    summary.current?.focus();
  }
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group rounded-md bg-sunken px-4"
    >
      <summary
        ref={summary}
        className="flex min-h-11 cursor-pointer items-center justify-between gap-3 font-mid text-teal"
      >
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
        {parsed.passengers.length + parsed.wrong.length > 0 && (
          <Preview parsed={parsed} onUse={use} />
        )}
      </div>
    </details>
  );
}
