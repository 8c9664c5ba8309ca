import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listText } from '@bkksiam/domain/list-text';
import { calendarDayText } from '@bkksiam/domain/date-text';
import {
  parseFlightTable,
  type FlightLineError,
  type FlightTable,
  type ImportedFlight,
} from '@bkksiam/domain/flight-table';
import { quotedList } from '@bkksiam/domain/table-heading';
import { airportsQuery } from '#entities/airport/airport-data.ts';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import type { AppError } from '#platform/app-error.ts';
import { useLanguage } from '#platform/i18n.ts';
import { TextFileButton } from '#platform/text-file-button.tsx';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Alert } from '#ui/feedback.tsx';
import { TitledDialog } from '#platform/form-dialog.tsx';
import { importFlights, useFlightsReload } from './flight-actions.ts';
import { zonesOf } from './flight-form.ts';
import { useFailureText, useFieldName } from './flight-texts.ts';
import { flightKey, readFlights } from './flights-data.ts';

/** More than the most lines need. */
const maxFileBytes = 2_000_000;
/** A longer preview would be slow, and nobody reads it. */
const maxShown = 200;

interface LoadedFile {
  /** A corrected file may have the name of the former one. */
  readonly loadedAt: number;
  readonly name: string;
  readonly table: FlightTable;
}

/** The file that was read last, compared with what was stored then. */
function useFile() {
  const queries = useQueryClient();
  const [file, setFile] = useState<LoadedFile>();
  async function compare(text: string, name: string) {
    const [stored, known] = await Promise.all([readFlights(), queries.query(airportsQuery())]);
    const context = { stored, zones: zonesOf(known), today: bangkokToday() };
    const table = parseFlightTable(text, context);
    setFile({ loadedAt: Date.now(), name, table });
  }
  return { file, compare };
}

function useLineError(): (error: FlightLineError) => string {
  const { t } = useTranslation('adminFlights');
  return ({ column, problem: { code, values } }) => {
    const text = t(`problem.${code as 'flight.day'}`, { ...values });
    return column === null ? text : `${column}: ${text}`;
  };
}

/** Lines of the file, with the number of those that are not shown. */
function Lines({ children }: { readonly children: readonly ReactNode[] }) {
  const { t } = useTranslation('adminFlights');
  const more = children.length - maxShown;
  return (
    <>
      {children.length > 0 && (
        <ol className="mt-2 divide-y divide-line rounded-md border border-line text-sm">
          {children.slice(0, maxShown)}
        </ol>
      )}
      {more > 0 && <p className="mt-1 text-sm text-ink-2">{t('import.more', { count: more })}</p>}
    </>
  );
}

function Errors({ errors }: { readonly errors: readonly FlightLineError[] }) {
  const { t } = useTranslation('adminFlights');
  const textOf = useLineError();
  if (errors.length === 0) return null;
  return (
    <section aria-labelledby="import-errors">
      <h3 id="import-errors" className="font-head text-red">
        {t('import.errors', { count: errors.length })}
      </h3>
      <p className="text-sm text-ink-2">{t('import.mend')}</p>
      <Lines>
        {errors.map((error, index) => (
          <li key={index} className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-2 px-3 py-1.5">
            <span className="num text-ink-2">{t('import.line', { line: error.line })}</span>
            <span className="font-mid wrap-anywhere text-red">{textOf(error)}</span>
          </li>
        ))}
      </Lines>
    </section>
  );
}

function IgnoredColumns({ ignored }: Pick<FlightTable, 'ignored'>) {
  const { t } = useTranslation('adminFlights');
  const language = useLanguage();
  if (ignored.length === 0) return null;
  return (
    <p className="text-sm font-mid">
      {t('import.ignored', { count: ignored.length, columns: quotedList(ignored, language) })}
    </p>
  );
}

const tones = { new: 'ok', changed: 'wait', unchanged: 'calm' } as const;

function Change({ flight: imported }: { readonly flight: ImportedFlight }) {
  const { t } = useTranslation('adminFlights');
  const language = useLanguage();
  const nameOf = useFieldName();
  const { flight, change, fields, line } = imported;
  const firstDay = calendarDayText(flight.first_day, language) ?? flight.first_day;
  return (
    <li className="grid grid-cols-[6rem_minmax(0,1fr)_auto] items-center gap-x-2 px-3 py-1.5">
      <span className="num text-ink-2">{t('import.line', { line })}</span>
      <span className="num min-w-0 wrap-anywhere">
        <b className="font-strong">{`${flight.airline} ${flight.flight_number}`}</b>
        {` ${flight.origin}–${flight.destination} · ${firstDay}`}
        {fields.length > 0 && (
          <span className="block text-xs text-ink-2">{listText(fields.map(nameOf), language)}</span>
        )}
      </span>
      <Chip tone={tones[change]} small>
        {t(`import.${change}`)}
      </Chip>
    </li>
  );
}

/** What an import would do. Unchanged flights are a number only. */
function Changes({ flights }: Pick<FlightTable, 'flights'>) {
  const { t } = useTranslation('adminFlights');
  const changing = flights.filter(({ change }) => change !== 'unchanged');
  const counts = (['new', 'changed', 'unchanged'] as const).map((change) =>
    t(`import.count.${change}`, { count: flights.filter((one) => one.change === change).length }),
  );
  return (
    <section aria-labelledby="import-changes">
      <h3 id="import-changes" className="font-head">
        {t('import.preview')}
      </h3>
      <p role="status" className="text-sm text-ink-2">
        {counts.join(' · ')}
      </p>
      <Lines>
        {changing.map((flight) => (
          <Change key={flight.line} flight={flight} />
        ))}
      </Lines>
    </section>
  );
}

/** The line of the file whose flight the database refused; undefined if its error names none. */
function refusedLine({ cause }: AppError, sent: readonly ImportedFlight[]): number | undefined {
  const { details } = Object(cause) as { readonly details?: unknown };
  return sent[Number(details) - 1]?.line;
}

const importKey = [...flightKey, 'import'];

function Confirm({ table, onDone }: { readonly table: FlightTable; readonly onDone: () => void }) {
  const { t } = useTranslation(['adminFlights', 'common']);
  const textOf = useFailureText();
  const reload = useFlightsReload();
  const sent = table.flights.filter(({ change }) => change !== 'unchanged');
  const canImport = sent.length > 0 && table.errors.length === 0;
  const { mutate, isPending, error } = useMutation({
    mutationKey: importKey,
    mutationFn: () => importFlights(sent),
    onSuccess: (count) => {
      showToast({ title: 'adminFlights:import.done', values: { count } });
      onDone();
    },
    onSettled: reload,
  });
  const line = error === null ? undefined : refusedLine(error, sent);
  return (
    <>
      {error !== null && (
        <Alert title={t('import.refused')}>
          {line !== undefined && `${t('import.line', { line })}: `}
          {textOf(error)}
        </Alert>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="secondary" aria-disabled={isPending} onClick={onDone}>
          {t('common:action.cancel')}
        </Button>
        <Button
          busy={isPending}
          aria-disabled={!canImport}
          className={canImport ? '' : 'opacity-55'}
          onClick={() => mutate()}
        >
          {t('import.confirm', { count: sent.length })}
        </Button>
      </div>
    </>
  );
}

/** Reads flights from a CSV file, and shows what an import would change before it is confirmed. */
export function FlightImport({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['adminFlights', 'common']);
  const { file, compare } = useFile();
  const isImporting = useIsMutating({ mutationKey: importKey }) > 0;
  return (
    <TitledDialog
      title={t('import.title')}
      text={t('import.text')}
      wide
      onClose={() => !isImporting && onClose()}
    >
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center gap-3">
          <TextFileButton
            label={t('import.file')}
            maxBytes={maxFileBytes}
            tooLarge={t('import.tooLarge')}
            unknownEncoding={t('import.encoding')}
            failed="adminFlights:import.unread"
            onText={compare}
          />
          {file !== undefined && <span className="text-sm wrap-anywhere">{file.name}</span>}
        </div>
        {file !== undefined && (
          <>
            <Errors errors={file.table.errors} />
            <IgnoredColumns ignored={file.table.ignored} />
            <Changes flights={file.table.flights} />
            <Confirm key={file.loadedAt} table={file.table} onDone={onClose} />
          </>
        )}
      </div>
    </TitledDialog>
  );
}
