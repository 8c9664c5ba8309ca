import { useTranslation } from 'react-i18next';
import { FareDetails } from '#entities/offer/fare-facts.tsx';
import type { FlightNames } from '#entities/offer/flight-names.ts';
import { OfferSlices } from '#entities/offer/flight-slice.tsx';
import { OfferPriceBreakdown } from '#entities/offer/price-breakdown.tsx';
import { useBangkokTime } from '#platform/formats.ts';
import { Section } from '#ui/parts/section.tsx';
import type { AttachedOffer as Attached } from './group-requests-data.ts';

interface AttachedOfferProps {
  readonly attached: Attached;
  readonly names: FlightNames | undefined;
}

/** The airline's offer that a member asked the agency for, as it was then. */
export function AttachedOffer({ attached, names }: AttachedOfferProps) {
  const { t } = useTranslation('offers');
  const timeText = useBangkokTime();
  const { offer, found_at: foundAt, expires_at: expiresAt } = attached;
  return (
    <Section
      title={t('attached.title')}
      text={t('attached.text', { found: timeText(foundAt), expires: timeText(expiresAt) })}
      look="drawer"
      grid="gap-3"
    >
      <OfferSlices offer={offer} names={names} />
      <OfferPriceBreakdown offer={offer} narrow />
      <div className="text-sm">
        <FareDetails offer={offer} names={names} />
      </div>
    </Section>
  );
}
