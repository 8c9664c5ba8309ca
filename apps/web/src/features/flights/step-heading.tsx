import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { Trip } from '@bkksiam/domain/trip';
import { shortDayText } from '@bkksiam/domain/weekday-text';
import type { FlightNames } from '#entities/offer/flight-names.ts';
import { useSliceRows } from '#entities/offer/flight-slice.tsx';
import { useLanguage } from '#platform/i18n.ts';
import { useChange } from '#platform/page-changes.ts';
import { buttonClass } from '#ui/button.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { writeView } from './results-address.ts';
import type { Step } from './use-step.ts';

/** 'Choose your flight back, Tue 22 Dec'. */
function useStepTitle(): (trip: Trip, leg: number | undefined) => string {
  const { t } = useTranslation('flights');
  const language = useLanguage();
  return ({ tripType, legs }, leg) => {
    if (leg === undefined) return t('legs.whole');
    const day = shortDayText(legs[leg]?.day ?? '', language) ?? '';
    return tripType === 'roundtrip'
      ? t(leg === 0 ? 'legs.out' : 'legs.back', { day })
      : t('legs.number', { number: leg + 1, all: legs.length, day });
  };
}

export interface StepHeadingProps {
  readonly trip: Trip;
  readonly step: Step;
  readonly names: FlightNames | undefined;
}

/** The chosen legs, a line each with the link that chooses it anew. */
function ChosenLegs({ step: { legs, offers }, names }: Omit<StepHeadingProps, 'trip'>) {
  const { t } = useTranslation('flights');
  const [params] = useSearchParams();
  const rowsOf = useSliceRows(names);
  // All offers of the step have the chosen legs.
  const rows = offers[0] ? rowsOf(offers[0]) : [];
  return (
    <ol
      aria-label={t('legs.chosen')}
      className="mt-3 divide-y divide-line rounded-lg border border-line bg-surface text-sm"
    >
      {legs.map((key, leg) => {
        const row = rows[leg];
        const before = writeView(params, { legs: legs.slice(0, leg) });
        return (
          <li key={key} className="flex h-15 items-center gap-x-4 px-4 sm:h-12">
            {row ? (
              <>
                <div className="min-w-0 flex-1 gap-x-4 sm:flex">
                  <p className="font-strong whitespace-nowrap sm:w-40">{row.title}</p>
                  <p className="num truncate text-ink-2">
                    {row.flightNumber} · {row.from.airport} {row.from.time} – {row.to.airport}{' '}
                    {row.to.time}
                  </p>
                </div>
                <Link
                  to={`?${before.toString()}`}
                  aria-label={t('legs.changeOne', { flight: row.title })}
                  className={buttonClass({ tone: 'link' })}
                >
                  {t('legs.change')}
                </Link>
              </>
            ) : (
              <Skeleton className="h-5 flex-1" />
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Names the step of a trip of several legs, and lists the chosen ones. It takes the focus when another leg is chosen. */
export function StepHeading({ trip, step, names }: StepHeadingProps) {
  const title = useStepTitle()(trip, step.leg);
  const heading = useRef<HTMLHeadingElement>(null);
  useChange(step.legs.length, () => heading.current?.focus({ preventScroll: true }));
  return (
    <div className="mb-4">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {title}
      </h2>
      {step.legs.length > 0 && <ChosenLegs step={step} names={names} />}
    </div>
  );
}
