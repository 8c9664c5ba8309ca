import { Copy, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListText } from '#platform/formats.ts';
import { Link } from 'react-router';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { StoredFlight } from '@bkksiam/domain/own-flight';
import { airportsQuery } from '#entities/airport/airport-data.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { showToast } from '#platform/toast.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { ChangedMeanwhile } from '#ui/parts/changed-meanwhile.tsx';
import { Form } from '#ui/form.tsx';
import { FareFields } from './fare-fields.tsx';
import { deleteFlight, useFlightsReload } from './flight-actions.ts';
import { FlightFields } from './flight-fields.tsx';
import { useFlightForm, type FlightForm, type FlightFormProps } from './flight-form.ts';
import { FlightFailure } from './flight-failure.tsx';
import { isChangedMeanwhile, useFieldName } from './flight-texts.ts';
import { flightKey } from './flights-data.ts';

/** What another admin has saved since the fields were filled, and the choice between both. */
function Changes({ form }: { readonly form: FlightForm }) {
  const { t } = useTranslation('adminFlights');
  const nameOf = useFieldName();
  const list = useListText();
  const fields = form.changedMeanwhile;
  if (fields === undefined) return null;
  return (
    <ChangedMeanwhile
      title={t('changed.title')}
      theirs={t('changed.theirs')}
      mine={t('changed.mine')}
      onTheirs={form.takeTheirs}
      onMine={form.keepMine}
    >
      <p>
        {fields.length === 0
          ? t('changed.nothing')
          : t('changed.fields', { fields: list(fields.map(nameOf)) })}
      </p>
      <p>{t('changed.text')}</p>
    </ChangedMeanwhile>
  );
}

type EditorProps = Omit<FlightFormProps, 'known'>;

function Editor(props: FlightFormProps) {
  const { t } = useTranslation('adminFlights');
  const form = useFlightForm(props);
  const isNew = props.current === null;
  const hasErrors = Object.keys(form.form.formState.errors).length > 0;
  return (
    <Form onSubmit={form.onSubmit} aria-label={t(isNew ? 'new' : 'edit')} className="grid gap-4">
      <FlightFields form={form} known={props.known} />
      <FareFields form={form} />
      <Changes form={form} />
      {!isChangedMeanwhile(form.failure) && <FlightFailure error={form.failure} />}
      {hasErrors && <p className="text-sm font-mid text-red">{t('hasErrors')}</p>}
      <Button
        type="submit"
        busy={form.busy}
        aria-disabled={form.changedMeanwhile !== undefined}
        wide
      >
        {t(isNew ? 'add' : 'save')}
      </Button>
    </Form>
  );
}

/** The form of a flight, once the airports are known. */
export function FlightEditor(props: EditorProps) {
  const { t } = useTranslation('adminFlights');
  const query = useQuery(airportsQuery());
  return (
    <>
      {query.data && <Editor {...props} known={query.data} />}
      <QueryFallback query={query} failed={t('oneFailed')} className="grid gap-4">
        <Skeleton className="h-32" />
        <Skeleton className="h-64" />
      </QueryFallback>
    </>
  );
}

/** Copies a flight into the form of a new one, or deletes it. */
export function FlightActions(props: {
  readonly stored: StoredFlight;
  /** The address of the form with a copy. */
  readonly copyTo: { readonly search: string };
  readonly onDeleted: () => void;
}) {
  const { stored, copyTo, onDeleted } = props;
  const { t } = useTranslation(['adminFlights', 'common']);
  const reload = useFlightsReload();
  const [asks, setAsks] = useState(false);
  const name = `${stored.flight.airline} ${stored.flight.flight_number}`;
  const { mutate, isPending, error } = useMutation({
    mutationKey: [...flightKey, 'delete'],
    mutationFn: () => deleteFlight(stored),
    onSuccess: () => {
      showToast({ title: 'adminFlights:deleted', description: { text: name } });
      onDeleted();
    },
    onSettled: () => {
      setAsks(false);
      reload();
    },
  });
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Link
          to={copyTo}
          preventScrollReset
          className={buttonClass({ tone: 'secondary', size: 'sm' })}
        >
          <Copy className="size-4" />
          {t('copy')}
        </Link>
        <Button size="sm" tone="secondary" onClick={() => setAsks(true)}>
          <Trash2 className="size-4" />
          {t('delete')}
        </Button>
      </div>
      <FlightFailure error={error} title={t('notDeleted')} />
      <ConfirmDialog
        open={asks}
        onCancel={() => setAsks(false)}
        onConfirm={() => mutate()}
        title={t('deleteTitle', { flight: name })}
        text={t('deleteText')}
        confirmLabel={t('delete')}
        cancelLabel={t('common:action.cancel')}
        busy={isPending}
      />
    </>
  );
}
