import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { copyOfFlight, emptyFlight, type StoredFlight } from '@bkksiam/domain/own-flight';
import { RouteCodes } from '#entities/request/request-parts.tsx';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { Segments } from '#ui/segments.tsx';
import { LoadedItem } from '#list/list-item.tsx';
import { PaneFrame } from '#list/pane-frame.tsx';
import type { SelectedItem } from '#list/selected-item.ts';
import type { SelectedRow } from '#list/use-selected-row.ts';
import { FlightActions, FlightEditor } from './flight-editor.tsx';
import { FlightSeats } from './flight-seats.tsx';
import { arrivalDays, useWeekdays } from './flight-texts.ts';
import { flightQuery, numberText, type AdminFlight } from './flights-data.ts';

/** The id of a new flight in the URL, and what begins that of a copy. */
export const newFlightId = 'new';
const copyPrefix = 'copy-';

function Summary({ flight }: Pick<StoredFlight, 'flight'>) {
  const { t } = useTranslation('adminFlights');
  const weekdaysText = useWeekdays();
  const later = arrivalDays.find(({ days }) => days === flight.arrives_days)?.text ?? 'same';
  return (
    <div>
      <RouteCodes route={flight} className="text-2xl leading-tight" />
      <p className="num text-ink-2">
        {flight.departs_at} – {flight.arrives_at}
        {later !== 'same' && ` (${t(`arrivalDay.${later}`)})`} · {weekdaysText(flight.weekdays)} ·{' '}
        {t(`cabin.${flight.cabin}`)}
      </p>
    </div>
  );
}

const views = ['seats', 'flight'] as const;

interface FlightPaneProps {
  readonly item: SelectedRow<AdminFlight>;
  readonly selected: Pick<SelectedItem, 'linkTo' | 'moveTo'>;
}

function Content({
  stored,
  pane,
}: {
  readonly stored: StoredFlight;
  readonly pane: FlightPaneProps;
}) {
  const { t } = useTranslation('adminFlights');
  const [view, setView] = useState<(typeof views)[number]>('seats');
  const id = String(stored.flight_id);
  return (
    <div className="grid gap-4">
      <Summary flight={stored.flight} />
      <Segments
        label={t('view.label')}
        choices={views.map((value) => ({ value, text: t(`view.${value}`) }))}
        chosen={view}
        onChoose={setView}
      />
      {view === 'seats' ? (
        <FlightSeats stored={stored} />
      ) : (
        <>
          <FlightActions
            stored={stored}
            copyTo={pane.selected.linkTo(copyPrefix + id).to}
            onDeleted={pane.item.onClose}
          />
          <FlightEditor
            name={id}
            current={stored}
            start={stored.flight}
            onCreated={(created) => pane.selected.moveTo(String(created))}
          />
        </>
      )}
    </div>
  );
}

/** A stored flight, or one to copy. */
function Stored({
  id,
  children,
}: {
  readonly id: string;
  readonly children: (stored: StoredFlight) => ReactNode;
}) {
  return (
    <LoadedItem query={useQuery(flightQuery(id))} texts="adminFlights:">
      {children}
    </LoadedItem>
  );
}

/** The selected flight beside the list: its seats, and the form of it and its fares. */
export function FlightPane(pane: FlightPaneProps) {
  const { t } = useTranslation('adminFlights');
  const { item, selected } = pane;
  const { id, known } = item;
  // One that was just added is perhaps on another page of the list. For a new one nothing is asked.
  const { data: stored } = useQuery(flightQuery(id));
  const number = stored
    ? `${stored.flight.airline} ${stored.flight.flight_number}`
    : known && numberText(known);
  const isNew = id === newFlightId;
  const isCopy = id.startsWith(copyPrefix);
  const form = {
    name: id,
    current: null,
    onCreated: (created: number) => selected.moveTo(String(created)),
  };
  return (
    <PaneFrame
      // Focuses the heading after the form is sent.
      key={isNew || isCopy ? newFlightId : 'stored'}
      title={isNew || isCopy ? t('new') : number}
      item={item}
      texts="adminFlights:"
    >
      {isNew && <FlightEditor {...form} start={emptyFlight(bangkokToday())} />}
      {isCopy && (
        <Stored id={id.slice(copyPrefix.length)}>
          {(stored) => <FlightEditor key={id} {...form} start={copyOfFlight(stored.flight)} />}
        </Stored>
      )}
      {!isNew && !isCopy && (
        <Stored id={id}>{(stored) => <Content key={id} stored={stored} pane={pane} />}</Stored>
      )}
    </PaneFrame>
  );
}
