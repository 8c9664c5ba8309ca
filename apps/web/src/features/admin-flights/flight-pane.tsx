import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoredFlight } from '@bkksiam/domain/own-flight';
import { RouteCodes } from '#entities/request/request-parts.tsx';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Segments } from '#ui/segments.tsx';
import type { Neighbours } from '#list/drawer.tsx';
import { PaneFrame } from '#list/pane-frame.tsx';
import { FlightActions, FlightEditor } from './flight-editor.tsx';
import { copyOf, emptyFlight } from './flight-form.ts';
import { FlightSeats } from './flight-seats.tsx';
import { arrivalDays, useWeekdays } from './flight-texts.ts';
import { flightQuery } from './flights-data.ts';

/** The id of a new flight in the URL, and what begins that of a copy. */
export const newFlightId = 'new';
const copyPrefix = 'copy-';

interface PaneProps {
  readonly neighbours: Neighbours;
  readonly onClose: () => void;
  /** Opens a flight that was added. */
  readonly onCreated: (id: number) => void;
  readonly linkTo: (id: string) => { readonly to: { readonly search: string } };
}

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

function Content({ stored, pane }: { readonly stored: StoredFlight; readonly pane: PaneProps }) {
  const { t } = useTranslation('adminFlights');
  const [view, setView] = useState<(typeof views)[number]>('seats');
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
            copyTo={pane.linkTo(`${copyPrefix}${String(stored.flight_id)}`).to}
            onDeleted={pane.onClose}
          />
          <FlightEditor
            name={String(stored.flight_id)}
            current={stored}
            start={stored.flight}
            onCreated={pane.onCreated}
          />
        </>
      )}
    </div>
  );
}

/** The flight of an id, or what stands for it while it loads or where there is none. */
function Loaded(props: {
  readonly id: string;
  readonly children: (stored: StoredFlight) => ReactNode;
}) {
  const { t } = useTranslation('adminFlights');
  const query = useQuery(flightQuery(props.id));
  return (
    <>
      {query.data && props.children(query.data)}
      {query.data === null && <EmptyState title={t('unknown')} text={t('unknownText')} />}
      <QueryFallback
        query={query}
        failed={t('oneFailed')}
        failedText={query.error?.message}
        className="grid gap-4"
      >
        <Skeleton className="h-20" />
        <Skeleton className="h-64" />
      </QueryFallback>
    </>
  );
}

export interface FlightPaneProps extends PaneProps {
  readonly id: string;
  /** The number of the list, shown until the flight is loaded. */
  readonly number: string | undefined;
}

/** The selected flight beside the list: its seats, and the form of it and its fares. */
export function FlightPane({ id, number, ...pane }: FlightPaneProps) {
  const { t } = useTranslation('adminFlights');
  const { neighbours, onClose, onCreated } = pane;
  const isNew = id === newFlightId;
  const isCopy = id.startsWith(copyPrefix);
  return (
    <PaneFrame
      // Focuses the heading after the form is sent.
      key={isNew || isCopy ? newFlightId : 'stored'}
      title={isNew || isCopy ? t('new') : (number ?? t('one'))}
      neighbours={neighbours}
      texts={{ previous: t('previous'), next: t('next'), move: t('keys.move') }}
      onClose={onClose}
    >
      {isNew && (
        <FlightEditor name={id} current={null} start={emptyFlight()} onCreated={onCreated} />
      )}
      {isCopy && (
        <Loaded id={id.slice(copyPrefix.length)}>
          {(stored) => (
            <FlightEditor
              key={id}
              name={id}
              current={null}
              start={copyOf(stored)}
              onCreated={onCreated}
            />
          )}
        </Loaded>
      )}
      {!isNew && !isCopy && (
        <Loaded id={id}>{(stored) => <Content key={id} stored={stored} pane={pane} />}</Loaded>
      )}
    </PaneFrame>
  );
}
