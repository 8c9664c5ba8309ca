import { ClipboardPaste, Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bangkokDay } from '@bkksiam/domain/bangkok';
import { cabinClasses } from '@bkksiam/domain/flight-search';
import { parseFlights, type TypedFlight } from '@bkksiam/domain/flight-text';
import { offerLimits } from '@bkksiam/domain/offer';
import { minutesBetween } from '@bkksiam/domain/zoned-time';
import { AirportField } from '#entities/airport/airport-field.tsx';
import { DayField } from '#entities/calendar/day-field.tsx';
import { useDuration } from '#entities/offer/flight-slice.tsx';
import { useLanguage } from '#platform/i18n.ts';
import { Button } from '#ui/button.tsx';
import { TextArea, TextField } from '#ui/form-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { ClockField } from '#entities/calendar/clock-field.tsx';
import { Section } from '#ui/parts/section.tsx';
import type { OfferForm } from './offer-form.ts';
import { emptyFlight, flightOf, typedInput, type FlightInput } from './offer-input.ts';

interface FormProps {
  readonly form: OfferForm;
}

/** The present day in Bangkok. */
export const todayOf = ({ openedAt }: OfferForm) => bangkokDay(openedAt.getTime());

const isEmpty = ({ flight }: FlightInput) => flight.trim() === '';

/** The flights with those that were pasted: they fill the legs without a flight, then follow. */
function withPasted(form: OfferForm, pasted: readonly TypedFlight[]): FlightInput[] {
  const { segments } = form.input;
  const filled = [...segments];
  for (const flight of pasted) {
    const at = filled.findIndex(isEmpty);
    const leg = filled[at];
    // Cabin and baggage are not in the text: they are those of the leg, or of the flight before.
    const written = typedInput(flight, leg ?? filled.at(-1) ?? emptyFlight(form.request));
    if (leg === undefined) filled.push(written);
    else {
      filled[at] = {
        ...written,
        origin: written.origin || leg.origin,
        destination: written.destination || leg.destination,
        day: written.day || leg.day,
      };
    }
  }
  return filled.slice(0, offerLimits.maxSegments);
}

/** Takes flights as text, and keeps the lines in which none was found. */
function PasteFlights({ form }: FormProps) {
  const { t } = useTranslation('offers');
  const [text, setText] = useState('');
  const [unread, setUnread] = useState(0);
  function add() {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const flights = parseFlights(text, todayOf(form));
    const left = lines.filter((_, index) => flights[index] === undefined);
    form.change({
      segments: withPasted(
        form,
        flights.filter((one) => one !== undefined),
      ),
    });
    setUnread(left.length);
    setText(left.join('\n'));
  }
  return (
    <div className="grid gap-3 rounded-md bg-sunken p-4">
      <TextArea
        label={t('flights.paste')}
        hint={t('flights.pasteHint')}
        placeholder="TG 682 BKK NRT 26 Dec 23:45 07:40+1"
        rows={2}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={unread > 0 ? t('flights.unread', { count: unread }) : ''}
        spellCheck={false}
      />
      <Button
        tone="secondary"
        size="sm"
        className="justify-self-start"
        aria-disabled={text.trim() === ''}
        onClick={add}
      >
        <ClipboardPaste className="size-4" />
        {t('flights.add')}
      </Button>
    </div>
  );
}

const arrivals = [
  { days: -1, text: 'before' },
  { days: 0, text: 'same' },
  { days: 1, text: 'after' },
  { days: 2, text: 'twoAfter' },
] as const;

/** How long a flight takes by the zones of its airports; undefined until it has its times. */
function useFlightDuration(form: OfferForm, flight: FlightInput): string | undefined {
  const durationText = useDuration();
  const { departure, arrival } = flightOf(flight, form.known);
  const minutes = minutesBetween(departure, arrival);
  if (minutes === undefined || minutes <= 0) return undefined;
  return durationText(minutes);
}

interface FlightProps extends FormProps {
  readonly flight: FlightInput;
  readonly at: number;
}

function Times({ form, flight, at }: FlightProps) {
  const { t } = useTranslation('offers');
  const duration = useFlightDuration(form, flight);
  const change = (changed: Partial<FlightInput>) => form.changeFlight(at, changed);
  return (
    <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
      <div className="max-md:col-span-2">
        <DayField
          label={t('flights.day')}
          name={`segments.${at}.day`}
          value={flight.day}
          earliest={todayOf(form)}
          onValue={(day) => change({ day })}
          error=""
        />
      </div>
      <ClockField
        label={t('flights.departs')}
        name={`segments.${at}.departs`}
        value={flight.departs}
        onValue={(departs) => change({ departs })}
        error={form.errorOf(`segments.${at}.departs`)}
      />
      <ClockField
        label={t('flights.arrives')}
        name={`segments.${at}.arrives`}
        value={flight.arrives}
        onValue={(arrives) => change({ arrives })}
        error={form.errorOf(`segments.${at}.arrives`)}
        hint={duration}
      />
      <div className="max-md:col-span-2">
        <SelectField
          label={t('flights.later')}
          choices={arrivals.map(({ days, text }) => ({
            value: days,
            text: t(`flights.days.${text}`),
          }))}
          value={flight.daysLater}
          onValue={(daysLater) => change({ daysLater })}
        />
      </div>
    </div>
  );
}

/** Flight number and airports. */
function Route({ form, flight, at }: FlightProps) {
  const { t } = useTranslation(['offers', 'common']);
  const language = useLanguage();
  const change = (changed: Partial<FlightInput>) => form.changeFlight(at, changed);
  const { airline } = flightOf(flight, form.known);
  const ends = [
    { part: 'origin', label: t('common:search.from') },
    { part: 'destination', label: t('common:search.to') },
  ] as const;
  return (
    <div className="grid items-start gap-3 md:grid-cols-3">
      <TextField
        name={`segments.${at}.flight`}
        label={t('flights.number')}
        hint={form.known.airlines.get(airline)?.[`name_${language}`]}
        value={flight.flight}
        onChange={({ target }) => change({ flight: target.value })}
        onBlur={() => change({ flight: flight.flight.trim().toUpperCase() })}
        placeholder="TG 682"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={8}
        error={form.errorOf(`segments.${at}.flight`)}
      />
      {ends.map(({ part, label }) => (
        <AirportField
          key={part}
          label={label}
          name={`segments.${at}.${part}`}
          known={form.known}
          value={flight[part]}
          onValue={(code) => change({ [part]: code })}
          error={form.errorOf(`segments.${at}.${part}`)}
        />
      ))}
    </div>
  );
}

function Service({ form, flight, at }: FlightProps) {
  const { t } = useTranslation(['offers', 'common']);
  return (
    <div className="grid items-start gap-3 md:grid-cols-2">
      <SelectField
        label={t('common:search.cabinLabel')}
        choices={cabinClasses.map((value) => ({ value, text: t(`common:search.cabin.${value}`) }))}
        value={flight.cabin}
        onValue={(cabin) => form.changeFlight(at, { cabin })}
      />
      <TextField
        label={t('flights.baggage')}
        value={flight.baggage}
        onChange={({ target }) => form.changeFlight(at, { baggage: target.value })}
        autoComplete="off"
        maxLength={100}
      />
    </div>
  );
}

function Flight(props: FlightProps) {
  const { form, at } = props;
  const { t } = useTranslation(['offers', 'common']);
  const id = useId();
  const { segments } = form.input;
  return (
    <li aria-labelledby={id} className="grid gap-4 rounded-md border border-line p-4">
      <div className="flex items-center justify-between gap-4">
        <h4 id={id} className="font-strong">
          {t('flights.one', { number: at + 1 })}
        </h4>
        {segments.length > 1 && (
          <Button
            tone="link"
            className="text-sm text-red!"
            aria-label={t('flights.removeOne', { number: at + 1 })}
            onClick={() => form.rows('segments').remove(at)}
          >
            <Trash2 className="size-4" />
            {t('common:action.remove')}
          </Button>
        )}
      </div>
      <Route {...props} />
      <Times {...props} />
      <Service {...props} />
    </li>
  );
}

/** The flights of an offer, typed into fields or pasted as text. */
export function OfferFlightFields({ form }: FormProps) {
  const { t } = useTranslation('offers');
  const { segments } = form.input;
  const error = form.errorOf('segments');
  return (
    <Section title={t('flights.title')} look="drawer" grid="gap-4">
      <PasteFlights form={form} />
      <ol className="grid gap-4">
        {segments.map((flight, at) => (
          <Flight key={at} form={form} flight={flight} at={at} />
        ))}
      </ol>
      {error !== '' && <p className="text-sm font-mid text-red">{error}</p>}
      {segments.length < offerLimits.maxSegments && (
        <Button
          tone="link"
          className="justify-self-start"
          onClick={() => form.rows('segments').add(emptyFlight(form.request))}
        >
          <Plus className="size-5" />
          {t('flights.another')}
        </Button>
      )}
    </Section>
  );
}
