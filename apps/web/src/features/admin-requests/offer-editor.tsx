import { useTranslation } from 'react-i18next';
import type { AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { OfferView } from '#entities/offer/offer-view.tsx';
import { useBaht } from '#platform/formats.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Alert } from '#ui/feedback.tsx';
import { Form } from '#ui/form.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Section } from '#ui/parts/section.tsx';
import { OfferFlightFields } from './flight-fields.tsx';
import type { OpenRequest } from './group-requests-data.ts';
import { focusOfferField, useOfferForm, type OfferForm } from './offer-form.ts';
import { OfferPriceFields, SeatFields } from './price-fields.tsx';
import { TermFields } from './term-fields.tsx';

interface FormProps {
  readonly form: OfferForm;
}

const fromRequest = 'request';

/** Starts the offer again from an earlier one, or from the request. */
function StartFrom({ form: { request, startFrom } }: FormProps) {
  const { t } = useTranslation(['offers', 'requests']);
  const { offers } = request;
  if (offers.length === 0) return null;
  return (
    <SelectField
      label={t('startFrom')}
      choices={[
        { value: 'kept', text: t('startKept') },
        ...offers.map(({ version }) => ({
          value: String(version),
          text: t('requests:offer.number', { number: version }),
        })),
        { value: fromRequest, text: t('startRequest') },
      ]}
      value="kept"
      onValue={(from) => {
        if (from !== 'kept') startFrom(from === fromRequest ? undefined : Number(from));
      }}
    />
  );
}

/** Why the offer was not sent. What was typed is still there. */
function SendFailure({ form: { failure, request, canSend } }: FormProps) {
  const { t } = useTranslation('offers');
  if (failure === null) return null;
  if (failure.code !== 'conflict') return <Alert title={t('sendFailed')}>{failure.message}</Alert>;
  return (
    <Alert title={t('conflict', { status: request.status })}>
      <p>{t(canSend ? 'conflictText' : 'conflictEnded')}</p>
      <p lang="en" className="mt-1">
        {failure.message}
      </p>
    </Alert>
  );
}

/** Total and margin, and the way to the preview, at the foot of the panel, over its hints of keys. */
function Foot({ form, onClose }: FormProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['offers', 'requests']);
  const baht = useBaht();
  return (
    <div className="sticky bottom-0 z-10 -mx-6 -mb-6 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-6 py-4">
      <p className="mr-auto leading-tight">
        <span className="block text-xs text-ink-2">{t('requests:offer.total')}</span>
        <b className="num text-lg font-strong">{baht(form.sums.totalSatang)}</b>
      </p>
      <Button tone="secondary" size="sm" onClick={onClose}>
        {t('back')}
      </Button>
      <Button type="submit" size="sm">
        {t('preview')}
      </Button>
    </div>
  );
}

function Fields({ form, onClose }: FormProps & { readonly onClose: () => void }) {
  const { t } = useTranslation('offers');
  const errors = form.problems.map(({ code, values, name }) => ({
    text: t(`problem.${code}`, { ...values }),
    focus: () => focusOfferField(name),
  }));
  return (
    <Form onSubmit={() => form.showPreview()} aria-label={t('write')} className="grid gap-8">
      <StartFrom form={form} />
      <OfferFlightFields form={form} />
      <SeatFields form={form} />
      <OfferPriceFields form={form} />
      <TermFields form={form} />
      <ErrorSummary title={t('errors')} errors={errors} />
      <SendFailure form={form} />
      <Foot form={form} onClose={onClose} />
    </Form>
  );
}

function Preview({ form }: FormProps) {
  const { t } = useTranslation('offers');
  const { preview, known, busy, canSend, edit, onSubmit } = form;
  if (preview === undefined) return null;
  return (
    <Section
      title={t('previewTitle')}
      text={<Phrases text={t('previewText')} />}
      look="drawer"
      grid="gap-6"
    >
      <OfferView offer={preview} names={known} isOpen />
      <SendFailure form={form} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="secondary" aria-disabled={busy} onClick={edit}>
          {t('edit')}
        </Button>
        <Button
          busy={busy}
          aria-disabled={!canSend}
          className={canSend ? '' : 'opacity-55'}
          onClick={() => onSubmit()}
        >
          {t('send', { number: preview.version })}
        </Button>
      </div>
    </Section>
  );
}

/** Writes an offer for a request, shows it as its member will see it, and sends it. */
export function OfferEditor({
  request,
  known,
  onClose,
}: {
  readonly request: OpenRequest;
  readonly known: AirportsAndAirlines;
  readonly onClose: () => void;
}) {
  const form = useOfferForm(request, known, onClose);
  return form.preview === undefined ? (
    <Fields form={form} onClose={onClose} />
  ) : (
    <Preview form={form} />
  );
}
