import { useTranslation } from 'react-i18next';
import { passengerTotal } from '@bkksiam/domain/passenger-age';
import { requestNumber } from '@bkksiam/domain/request-number';
import { useIssuer } from '#entities/agency/use-issuer.ts';
import type { AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { useOfferSections } from '#entities/offer/offer-parts.tsx';
import type { SentOffer } from '#entities/offer/offer.ts';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { PrintSheet } from '#ui/parts/print-sheet.tsx';
import type { GroupRequestRow } from './request-data.ts';

/** The offer on one page of A4, in print only. */
export function OfferSheet({
  request,
  offer,
  known,
}: {
  readonly request: GroupRequestRow;
  readonly offer: SentOffer;
  readonly known: AirportsAndAirlines | undefined;
}) {
  const { t } = useTranslation(['requests', 'common']);
  const baht = useBaht();
  const timeText = useBangkokTime();
  const validUntil = t('sheet.validUntil', { time: timeText(offer.validUntil) });
  return (
    <div aria-hidden className="hidden print:block">
      <PrintSheet
        {...useIssuer()}
        title={t('offer.title', { number: offer.version, count: passengerTotal(offer.seats) })}
        reference={t('number', { number: requestNumber(request.quote_id) })}
        sections={[
          {
            title: t('offer.total'),
            content: (
              <p className="flex flex-wrap items-baseline gap-x-4">
                <b className="num text-2xl font-strong">{baht(offer.totalSatang)}</b>
                {validUntil}
              </p>
            ),
          },
          ...useOfferSections(offer, known),
        ]}
        foot={t('sheet.foot', { time: timeText(offer.sentAt) })}
      />
    </div>
  );
}
