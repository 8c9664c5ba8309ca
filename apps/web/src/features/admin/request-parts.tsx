import { ArrowRight } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { findAirport } from '@bkksiam/domain/airports';
import { passengerCounts, type StoredPassengers } from '@bkksiam/domain/quotes';
import { Phrases } from '#ui/phrases.tsx';

interface Ends {
  readonly origin: string;
  readonly destination: string;
}

/** A route by its airports' names, such as 'Bangkok Suvarnabhumi to Krabi'; a code that is none of ours stands for itself. */
export function usePlaces(): (ends: Ends) => string {
  const { t } = useTranslation();
  const place = (code: string) => {
    const known = findAirport(code);
    return known === undefined ? code : t(`airport.${known}`);
  };
  return ({ origin, destination }) =>
    t('dashboard.places', { origin: place(origin), destination: place(destination) });
}

/** Both airport codes of a route, large. */
export function RouteCodes({ origin, destination }: Ends) {
  const { t } = useTranslation();
  return (
    <span className="flex items-center gap-2 text-lg leading-[1.4] font-strong whitespace-nowrap">
      {origin}
      <ArrowRight className="size-4 text-gold-ink" strokeWidth={1.6} aria-hidden />
      <span className="sr-only">{t('dashboard.routeTo')}</span>
      {destination}
    </span>
  );
}

/** The airports' names below. */
export function RouteNames(ends: Ends) {
  return <Phrases text={usePlaces()(ends)} />;
}

/** How many of which kind travel, each kind on one line. */
export function Passengers({ request }: { readonly request: StoredPassengers }) {
  const { t } = useTranslation();
  return passengerCounts(request).map(({ kind, count }, index) => (
    <Fragment key={kind}>
      {index > 0 && ', '}
      <span className="whitespace-nowrap">{t(`passengers.${kind}`, { count })}</span>
    </Fragment>
  ));
}
