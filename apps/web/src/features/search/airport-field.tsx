import { Lock } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { airportCodes, searchAirports, type AirportCode } from '@bkksiam/domain/airports';
import { Combobox, type ComboboxOption } from '#ui/combobox.tsx';
import { useAllAirports } from './all-airports.ts';
import { hasFlights } from './search-submit.ts';
import { PassField, type PassFieldProps } from './search-pass.tsx';

/** Large, like the codes on a boarding pass. */
const valueClass =
  'h-11 w-full min-w-0 bg-transparent text-xl leading-none font-strong text-ink outline-0 placeholder-shown:text-md! placeholder-shown:font-text placeholder:text-ink-3 sm:text-2xl';

/** Searches airports by their names in both languages; results have the name of the language on screen. */
function useAirports() {
  const { t } = useTranslation();
  const { nameOf, find } = useAllAirports();
  const isLoading = hasFlights() && !find;
  const option = (code: string): ComboboxOption<string> => ({
    value: code,
    text: code,
    // An airport of the feature has its name once the airports are loaded.
    detail: nameOf?.(code) ?? t(`airport.${code as AirportCode}`, { defaultValue: '' }),
  });
  const namesOf = (code: AirportCode) => [
    t(`airport.${code}`),
    ...t(`search.airportAliases.${code}`).split(', '),
  ];
  return {
    option,
    noneText: t(isLoading ? 'state.loading' : 'search.none'),
    // Another airport may fit better: until all are there, only a code is certain.
    find: (text: string) =>
      (find?.(text) ?? searchAirports(text, namesOf, airportCodes))
        .filter((code) => !isLoading || code === text.toUpperCase())
        .map(option),
  };
}

interface CommonProps extends Pick<PassFieldProps, 'className'> {
  readonly label: string;
  readonly name: string;
  readonly airport: string | null;
}

export interface AirportFieldProps extends CommonProps {
  readonly onAirport: (airport: string | null) => void;
  readonly error: string | undefined;
  /** The field ends its row: the list opens towards the middle. */
  readonly atEnd?: boolean;
}

/** An airport, searched by code, city or name in either language. */
export function AirportField(props: AirportFieldProps) {
  const { label, name, airport, onAirport, error, atEnd = false, className } = props;
  const { t } = useTranslation();
  const { option, find, noneText } = useAirports();
  const id = useId();
  const chosen = airport === null ? undefined : option(airport);
  return (
    <PassField
      label={label}
      id={id}
      detail={chosen?.detail ?? ''}
      error={error}
      className={className}
    >
      <Combobox
        id={id}
        name={name}
        chosen={chosen}
        find={find}
        onChoose={onAirport}
        placeholder={t('search.choose')}
        listLabel={t('search.airports')}
        countText={(count) => t('search.found', { count })}
        noneText={noneText}
        invalid={error !== undefined}
        describedBy={error === undefined ? `${id}-detail` : `${id}-detail ${id}-error`}
        className={valueClass}
        listClassName={`inset-x-0 top-full mt-1 sm:w-88 ${atEnd ? 'sm:left-auto' : 'sm:right-auto'}`}
      />
    </PassField>
  );
}

export interface LockedAirportProps extends CommonProps {
  /** Why it is read-only. */
  readonly reason: string;
}

/** A read-only origin: the destination of the previous leg. */
export function LockedAirport({ label, name, airport, reason, className }: LockedAirportProps) {
  const { option } = useAirports();
  const id = useId();
  return (
    <PassField
      label={
        <>
          {label} <Lock className="inline size-3.5" />
        </>
      }
      id={id}
      tone="locked"
      detail={
        <>
          {airport !== null && `${option(airport).detail} `}
          <span className={airport === null ? undefined : 'sr-only'}>{reason}</span>
        </>
      }
      className={className}
    >
      <input
        id={id}
        name={name}
        readOnly
        value={airport ?? ''}
        aria-describedby={`${id}-detail`}
        className={valueClass}
      />
    </PassField>
  );
}
