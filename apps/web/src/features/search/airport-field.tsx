import { Lock } from 'lucide-react';
import { useCallback, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { searchAirports, type AirportCode } from '@bkksiam/domain/airports';
import { Combobox, type ComboboxOption } from '#ui/combobox.tsx';
import { PassField } from './search-pass.tsx';

/** The size of what is chosen: large, as codes stand on a boarding pass. */
const valueClass =
  'h-11 w-full min-w-0 bg-transparent text-xl leading-none font-strong text-ink outline-0 placeholder:text-md placeholder:font-text placeholder:text-ink-3 sm:text-2xl';

/** Looks airports up by all their names, and gives them with the one of the language on screen. */
function useAirports() {
  const { t } = useTranslation();
  const option = useCallback(
    (code: AirportCode): ComboboxOption<AirportCode> => ({
      value: code,
      text: code,
      detail: t(`airport.${code}`),
    }),
    [t],
  );
  const find = useCallback(
    (text: string) => {
      const namesOf = (code: AirportCode) => [
        t(`airport.${code}`),
        ...t(`search.airportWords.${code}`).split(', '),
      ];
      return searchAirports(text, namesOf).map(option);
    },
    [t, option],
  );
  return { option, find };
}

export interface AirportFieldProps {
  readonly label: string;
  readonly name: string;
  readonly airport: AirportCode | null;
  readonly onAirport: (airport: AirportCode | null) => void;
  readonly error: string | undefined;
  /** The box at the end of its row: its list opens towards the middle. */
  readonly atEnd?: boolean;
  readonly className?: string;
}

/** Where to leave from or fly to: typed as a code, a city or an airport's name in either language. */
export function AirportField(props: AirportFieldProps) {
  const { label, name, airport, onAirport, error, atEnd = false, className } = props;
  const { t } = useTranslation();
  const { option, find } = useAirports();
  const id = useId();
  const chosen = airport === null ? undefined : option(airport);
  return (
    <PassField
      label={label}
      id={id}
      detail={chosen?.detail}
      error={error}
      {...(className !== undefined && { className })}
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
        noneText={t('search.none')}
        invalid={error !== undefined}
        describedBy={error === undefined ? `${id}-detail` : `${id}-detail ${id}-error`}
        className={valueClass}
        listClassName={`inset-x-0 top-full mt-1 sm:w-88 ${atEnd ? 'sm:left-auto' : 'sm:right-auto'}`}
      />
    </PassField>
  );
}

export interface LockedAirportProps {
  readonly label: string;
  readonly name: string;
  readonly airport: AirportCode | null;
  /** Why it cannot be chosen. */
  readonly reason: string;
  readonly className?: string;
}

/** An origin that follows from the leg before. It can be reached and read, also its reason, but not changed. */
export function LockedAirport({ label, name, airport, reason, className }: LockedAirportProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <PassField
      label={label}
      id={id}
      tone="locked"
      detail={
        <>
          {airport !== null && <span className="block">{t(`airport.${airport}`)}</span>}
          <span className="flex items-baseline gap-1">
            <Lock className="size-3 flex-none self-center" strokeWidth={1.8} aria-hidden />
            {reason}
          </span>
        </>
      }
      {...(className !== undefined && { className })}
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
