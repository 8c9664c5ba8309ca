import { ArrowRight } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { findAirport } from '@bkksiam/domain/airports';
import { passengerCounts, type StoredPassengers } from '@bkksiam/domain/quotes';
import { useLanguage } from '#platform/i18n.ts';
import { useStatus, type ShownStatus } from '#platform/status.ts';
import { StatusChip, type StatusChipProps } from '#ui/parts/status-chip.tsx';

interface Route {
  readonly origin: string;
  readonly destination: string;
}

/** The text of a route, such as 'Bangkok Suvarnabhumi to Krabi'; unknown codes are kept. */
export function useRouteText(): (route: Route) => string {
  const { t } = useTranslation();
  const nameOf = (code: string) => {
    const airport = findAirport(code);
    return airport === undefined ? code : t(`airport.${airport}`);
  };
  return ({ origin, destination }) =>
    t('dashboard.routeText', { origin: nameOf(origin), destination: nameOf(destination) });
}

/** The airport codes of a route with an arrow between them. */
export function RouteCodes({
  route: { origin, destination },
  className = '',
}: {
  readonly route: Route;
  readonly className?: string;
}) {
  const { t } = useTranslation();
  return (
    <span className={`flex items-center gap-2 font-strong ${className}`}>
      {origin}
      <ArrowRight className="size-4 text-gold-ink" />
      <span className="sr-only">{t('dashboard.routeTo')}</span>
      {destination}
    </span>
  );
}

/** The passengers of a quote request, such as '2 adults, 1 child'; Thai has no commas. A line breaks between kinds only. */
export function Passengers({ quote }: { readonly quote: StoredPassengers }) {
  const { t } = useTranslation();
  const separator = useLanguage() === 'th' ? ' ' : ', ';
  return passengerCounts(quote).map(({ kind, count }, index) => (
    <Fragment key={kind}>
      {index > 0 && separator}
      <span className="whitespace-nowrap">{t(`passengers.${kind}`, { count })}</span>
    </Fragment>
  ));
}

/**
 * The status of a member's request with its meaning. QUOTED without an open offer, which requests from before the feature have,
 * waits for the agency.
 */
export function useRequestStatus(): (status: string, hasOffer: boolean) => ShownStatus {
  const statusOf = useStatus();
  return (status, hasOffer) =>
    status === 'QUOTED' && !hasOffer
      ? { ...statusOf('request', 'PENDING'), status }
      : statusOf('request', status);
}

/** The status of a quote request as the database names it, with its meaning. */
export function RequestStatusChip({
  status,
  show,
}: { readonly status: string } & Required<Pick<StatusChipProps, 'show'>>) {
  return <StatusChip {...useStatus()('request', status)} show={show} />;
}
