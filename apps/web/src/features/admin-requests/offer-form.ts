import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { checkOffer, type OfferField } from '@bkksiam/domain/offer-check';
import type { PassengerType } from '@bkksiam/domain/passenger-age';
import type { Problem } from '@bkksiam/domain/problem';
import { canSendOffer } from '@bkksiam/domain/request-status';
import type { AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { seatsOf } from '#entities/offer/offer.ts';
import { domainCheck } from '#platform/form-schema.ts';
import { focusFirstInvalid, useAppForm } from '#platform/form.ts';
import { logRejection } from '#platform/log.ts';
import { serverNow } from '#platform/server-clock.ts';
import { showToast } from '#platform/toast.ts';
import { sendOffer, type OpenRequest } from './group-requests-data.ts';
import {
  deadlineFields,
  inputOfOffer,
  inputOfRequest,
  offerSchema,
  sumsOf,
  termsOf,
  writtenOffer,
  type FlightInput,
  type LineInput,
  type OfferContext,
  type OfferInput,
} from './offer-input.ts';
import { useReload } from './use-reload.ts';

/** The field of the form that a field of the offer is written in. */
function formField(field: OfferField): string {
  if (field === 'seats') return 'seats.adult';
  if (deadlineFields.some((one) => one === field)) return `deadlines.${field}`;
  return field
    .replace(/\.(?:airline|flightNumber)$/, '.flight')
    .replace(/\.departure$/, '.departs')
    .replace(/\.arrival$/, '.arrives');
}

/** A problem of the offer with the name of its field in the form. */
export interface FieldProblem {
  readonly code: ReturnType<typeof checkOffer>[number]['code'];
  readonly values: Problem['values'];
  readonly name: string;
}

function problemsOf(input: OfferInput, context: OfferContext): FieldProblem[] {
  const requested = seatsOf(context.request);
  const problems = checkOffer(writtenOffer(input, context), requested, new Date(serverNow()))
    // The total is made of the lines, which have problems of their own.
    .filter(({ code }) => code !== 'offer.total')
    .map(({ code, values, field }) => ({ code, values, name: formField(field) }));
  // The first problem of a field counts.
  return problems.filter(({ name }, at) => problems.findIndex((one) => one.name === name) === at);
}

export function focusOfferField(name: string): void {
  document.getElementsByName(name)[0]?.focus();
}

function byField(problems: readonly FieldProblem[]): Readonly<Partial<Record<string, Problem>>> {
  return Object.fromEntries(
    problems.map(({ code, values, name }) => [name, { code, ...(values && { values }) }]),
  );
}

/** The start of an offer: the latest one of the request, else the request itself. */
function useStart(request: OpenRequest) {
  const { t } = useTranslation('offers');
  return (version: number | undefined) => {
    const offer = request.offers.find((one) => one.version === version);
    return offer ? inputOfOffer(offer) : inputOfRequest(request, (type) => t(`fare.${type}`));
  };
}

/** Changes of controlled fields. */
function useChanges(form: UseFormReturn<OfferInput, unknown, OfferInput>, input: OfferInput) {
  /** After the first look at the preview the errors follow. */
  function change(values: Partial<OfferInput>) {
    for (const [name, value] of Object.entries(values)) {
      form.setValue(name as keyof OfferInput, value, {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      });
    }
  }
  const changeAt = <Item>(items: readonly Item[], at: number, changed: Partial<Item>) =>
    items.map((item, index) => (index === at ? { ...item, ...changed } : item));
  return {
    change,
    changeFlight: (at: number, changed: Partial<FlightInput>) =>
      change({ segments: changeAt(input.segments, at, changed) }),
    changeLine: (at: number, changed: Partial<LineInput>) =>
      change({ lines: changeAt(input.lines, at, changed) }),
    /** Gives the lines that are for all seats of a type their new number, before it is set. */
    followSeats: (type: PassengerType, seats: number | null) =>
      change({
        lines: input.lines.map((line) =>
          line.type === type && Object.is(line.count, input.seats[type])
            ? { ...line, count: seats }
            : line,
        ),
      }),
  };
}

/** The form and what sends it. */
function useOfferSender(
  context: OfferContext & { readonly request: OpenRequest },
  defaultValues: OfferInput,
  onSent: () => void,
) {
  const { request } = context;
  const reload = useReload();
  return useAppForm({
    schema: offerSchema.check(
      domainCheck<OfferInput>((input) => byField(problemsOf(input, context)), 'offers'),
    ),
    defaultValues,
    draftKey: `offer ${request.quote_id}`,
    send: (input: OfferInput) => sendOffer(request, writtenOffer(input, context)),
    async onSuccess(version) {
      showToast({ title: 'offers:sent', values: { number: version } });
      await reload();
      onSent();
    },
    onError({ code }) {
      // What was typed stays; the request is shown as it is now.
      if (code === 'conflict') logRejection('the request could not be loaded again', reload());
    },
  });
}

/** The form of an offer for a request, whose draft is kept. */
export function useOfferForm(request: OpenRequest, known: AirportsAndAirlines, onSent: () => void) {
  const startFrom = useStart(request);
  const [openedAt] = useState(() => new Date(serverNow()));
  const [defaultValues] = useState(() => startFrom(request.offers[0]?.version));
  const [isPreviewed, setPreviewed] = useState(false);
  const context = { request, known, openedAt };
  const { form, ...rest } = useOfferSender(context, defaultValues, onSent);
  const input = form.watch();
  const changes = useChanges(form, input);
  const asPreview = () => ({
    ...writtenOffer(input, context),
    version: (request.offers[0]?.version ?? 0) + 1,
    state: 'open',
  });
  return {
    ...rest,
    ...changes,
    ...context,
    input,
    startFrom: (version: number | undefined) => changes.change(startFrom(version)),
    problems: form.formState.isSubmitted ? problemsOf(input, context) : [],
    sums: sumsOf(input),
    terms: termsOf(input, context),
    /** Undefined while the offer is written, also where a deadline has passed since. */
    preview: isPreviewed && problemsOf(input, context).length === 0 ? asPreview() : undefined,
    showPreview() {
      const show = form.handleSubmit(
        () => setPreviewed(true),
        (errors) => focusFirstInvalid(errors, document),
      );
      logRejection('the offer could not be checked', show());
    },
    edit: () => setPreviewed(false),
    canSend: canSendOffer(request.status, request.bookings[0]?.status ?? null),
  };
}

export type OfferForm = ReturnType<typeof useOfferForm>;
