import { useQuery } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { flightSearchLimits } from '@bkksiam/domain/constants';
import { cabinClasses } from '@bkksiam/domain/flight-search';
import { groupRequestLimits } from '@bkksiam/domain/group-request';
import { passengerTypes } from '@bkksiam/domain/passenger-age';
import { airportsQuery, type AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { Passengers, RouteCodes } from '#entities/request/request-parts.tsx';
import { existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { useFailureText } from '#platform/failure-text.ts';
import { pageLoader } from '#platform/page-loader.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { useUser } from '#platform/session.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Alert, Skeleton } from '#ui/feedback.tsx';
import { TextArea } from '#ui/form-field.tsx';
import { Form } from '#ui/form.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { NumberField, QuantityField } from '#ui/parts/number-field.tsx';
import { PassPaper } from '#ui/pass-paper.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Section } from '#ui/parts/section.tsx';
import { AirlinesField } from './airlines-field.tsx';
import { Legs } from './leg-fields.tsx';
import {
  airportParts,
  focusRequestField,
  useRequestForm,
  type RequestForm,
} from './request-form.ts';

interface FormProps {
  readonly form: RequestForm;
}

function PassengerFields({ form: { count, errorOf } }: FormProps) {
  const { t } = useTranslation('requests');
  const max = groupRequestLimits.maxPassengers;
  const tooMany = errorOf('passengers');
  return (
    <Section title={t('form.people')} look="page">
      <div className="grid items-start gap-3 sm:grid-cols-3 lg:grid-cols-1 xl:grid-cols-3">
        {passengerTypes.map((type) => (
          <QuantityField
            key={type}
            {...count(`passengers.${type}`)}
            label={t(`form.${type}`)}
            hint={t(`form.${type}Hint`)}
            min={type === 'adult' ? 1 : 0}
            max={max}
            lessLabel={t('form.less', { type: t(`form.${type}`) })}
            moreLabel={t('form.more', { type: t(`form.${type}`) })}
          />
        ))}
      </div>
      {tooMany !== '' && <p className="mt-2 text-sm font-mid text-red">{tooMany}</p>}
    </Section>
  );
}

function Preferences({ form, known }: FormProps & { readonly known: AirportsAndAirlines }) {
  const { t } = useTranslation(['requests', 'common']);
  const days = Array.from({ length: groupRequestLimits.maxFlexibilityDays + 1 }, (_, day) => day);
  return (
    <Section title={t('form.wishes')} look="page">
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
        <SelectField
          {...form.control('flexibilityDays')}
          label={t('form.flexibility')}
          choices={days.map((count) => ({
            value: count,
            text: count === 0 ? t('form.exactDays') : t('form.flexibleDays', { count }),
          }))}
        />
        <SelectField
          {...form.control('cabin')}
          label={t('common:search.cabinLabel')}
          choices={cabinClasses.map((value) => ({
            value,
            text: t(`common:search.cabin.${value}`),
          }))}
        />
        <AirlinesField form={form} known={known} />
        <NumberField
          {...form.amount('budgetSatang')}
          label={t('form.budget')}
          hint={t('form.budgetHint')}
        />
        <TextArea
          {...form.field('notes')}
          label={t('form.notes')}
          hint={t('form.notesHint')}
          rows={4}
          maxLength={groupRequestLimits.maxNotes}
          className="col-span-full"
        />
      </div>
    </Section>
  );
}

/** What the request says so far, and the button that sends it. */
function Stub({ form }: FormProps) {
  const { t } = useTranslation(['requests', 'common']);
  const failureText = useFailureText();
  const { input, busy, failure } = form;
  const { adult, child, infant } = input.passengers;
  const legs = input.legs.filter((leg) => leg.origin !== '' && leg.destination !== '');
  return (
    <div className="grid gap-5 lg:sticky lg:top-8">
      <div className="grid gap-1">
        <p className="text-xs font-mid text-ink-2">{t('form.summary')}</p>
        {legs.map((leg, index) => (
          <RouteCodes key={index} route={leg} className="text-xl leading-snug" />
        ))}
        <p className="text-sm text-ink-2">
          <Passengers quote={{ pax_adt: adult ?? 0, pax_chd: child ?? 0, pax_inf: infant ?? 0 }} />
        </p>
        <p className="text-sm text-ink-2">{t(`common:search.cabin.${input.cabin}`)}</p>
      </div>
      {failure !== null && (
        <Alert title={t('form.failed')}>
          {failure.code === 'PT429' ? t('form.tooMany') : failureText(failure)}
        </Alert>
      )}
      <Button type="submit" size="lg" wide busy={busy} busyText={t('common:action.sending')}>
        {t('form.submit')}
      </Button>
      <p className="text-xs text-ink-2">{t('form.free')}</p>
    </div>
  );
}

function RequestForm({
  user,
  known,
}: {
  readonly user: User;
  readonly known: AirportsAndAirlines;
}) {
  const { t } = useTranslation(['requests', 'common']);
  const form = useRequestForm(user.id);
  const errors = form.problems.map(({ code, values, field }) => {
    const text = t(`problem.${code}`, { ...values });
    // Both airports of a leg have the same message.
    const airport = airportParts.find(({ part }) => field.endsWith(`.${part}`));
    return {
      text: airport === undefined ? text : `${t(airport.label)}: ${text}`,
      focus: () => focusRequestField(field),
    };
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <PassPaper
        // The shadow is deeper than the padding of the page.
        className="lg:mb-4 lg:grid-cols-[minmax(0,1fr)_17rem]"
        columns="grid-cols-[minmax(0,1fr)_17rem] [--notch-x:calc(100%-17rem)]"
        paperClass="grid gap-8"
        stub={<Stub form={form} />}
      >
        <Legs form={form} known={known} />
        <PassengerFields form={form} />
        <Preferences form={form} known={known} />
        <ErrorSummary title={t('form.errors')} errors={errors} />
      </PassPaper>
    </Form>
  );
}

function FormSkeleton() {
  return (
    <div className="grid gap-6 rounded-lg bg-surface p-5 sm:p-8">
      {[0, 1, 2].map((section) => (
        <div key={section} className="grid gap-4">
          <Skeleton className="h-7 w-40" />
          <div className="grid gap-3 sm:grid-cols-3">
            <Skeleton className="h-20" count={3} />
          </div>
        </div>
      ))}
    </div>
  );
}

export const loader = pageLoader(({ userId }) => (userId === null ? [] : [airportsQuery()]));

/** The form of a group request. */
export function Component() {
  const { t } = useTranslation(['requests', 'common']);
  const user = useUser();
  const airports = useQuery(airportsQuery());
  if (user === null) return null;
  return (
    <>
      <PageHeader title={t('form.title')} text={t('form.text')} />
      {existsWith(settings().features, pages.flightSearch) && (
        <p className="-mt-6 mb-6 flex flex-wrap items-center gap-x-2 text-ink-2">
          {t('form.few', { count: flightSearchLimits.maxPassengers })}
          <Link to={pages.flightSearch.href()} className={buttonClass({ tone: 'link' })}>
            {t('common:nav.searchFlights')}
          </Link>
        </p>
      )}
      {airports.data ? (
        <RequestForm key={user.id} user={user} known={airports.data} />
      ) : (
        <QueryFallback query={airports} failed={t('form.loadFailed')}>
          <FormSkeleton />
        </QueryFallback>
      )}
    </>
  );
}
