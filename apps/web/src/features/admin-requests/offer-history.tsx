import { useTranslation } from 'react-i18next';
import type { AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { OfferList } from '#entities/offer/offer-view.tsx';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import type { AgencyOffer } from './group-requests-data.ts';

/** Margin, notes, and the answer of the member. */
function Internal({ offer }: { readonly offer: AgencyOffer }) {
  const { t } = useTranslation('offers');
  const baht = useBaht();
  const timeText = useBangkokTime();
  const { marginSatang: margin, internalNotes: notes, answer } = offer;
  const facts = [
    [t('sentAt'), timeText(offer.sentAt)],
    [t('terms.validUntil'), timeText(offer.validUntil)],
    ...(margin === null ? [] : [[t('margin'), baht(margin)]]),
    ...(answer === null ? [] : [[t('answer'), answer]]),
    ...(notes === '' ? [] : [[t('words.internal'), notes]]),
  ];
  return (
    <dl className="mt-5 grid gap-2 rounded-md bg-sunken p-4 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-2">{name}</dt>
          <dd className="num font-mid wrap-anywhere whitespace-pre-line">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const states = ['open', 'accepted', 'declined', 'void', 'replaced', 'expired'] as const;

/** The offers of a request, latest first, each with what the agency alone sees of it. */
export function OfferHistory({
  offers,
  known,
}: {
  readonly offers: readonly AgencyOffer[];
  readonly known: AirportsAndAirlines | undefined;
}) {
  const { t } = useTranslation('offers');
  if (offers.length === 0) return null;
  const stateText = (state: string) => {
    const named = states.find((one) => one === state);
    return named === undefined ? state : t(`state.${named}`);
  };
  return (
    <section aria-labelledby="offer-history">
      <h3 id="offer-history" className="mb-3 text-lg">
        {t('soFar')}
      </h3>
      <OfferList
        offers={offers}
        names={known}
        below={(offer) => <Internal offer={offer} />}
        stateText={stateText}
      />
    </section>
  );
}
