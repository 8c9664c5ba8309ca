import { useTranslation } from 'react-i18next';
import type { AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { OfferList } from '#entities/offer/offer-view.tsx';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { FactList } from '#ui/parts/fact-list.tsx';
import { Section } from '#ui/parts/section.tsx';
import type { AgencyOffer } from './group-requests-data.ts';

/** Margin, notes, and the answer of the member. */
function Internal({ offer }: { readonly offer: AgencyOffer }) {
  const { t } = useTranslation('offers');
  const baht = useBaht();
  const timeText = useBangkokTime();
  const { marginSatang: margin, internalNotes: notes, answer } = offer;
  return (
    <div className="mt-5 rounded-md bg-sunken p-4 text-sm">
      <FactList
        layout="ends"
        facts={[
          { name: t('sentAt'), value: timeText(offer.sentAt) },
          { name: t('terms.validUntil'), value: timeText(offer.validUntil) },
          { name: t('margin'), value: margin === null ? null : baht(margin) },
          { name: t('answer'), value: answer },
          { name: t('words.internal'), value: notes },
        ]}
      />
    </div>
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
    <Section title={t('soFar')} look="drawer">
      <OfferList
        offers={offers}
        names={known}
        below={(offer) => <Internal offer={offer} />}
        stateText={stateText}
      />
    </Section>
  );
}
