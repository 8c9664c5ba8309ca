import { useTranslation } from 'react-i18next';
import type { AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { OfferView } from '#entities/offer/offer-view.tsx';
import type { SentOffer } from '#entities/offer/offer.ts';
import { useIsPast } from '#entities/offer/use-deadline.ts';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { Button } from '#ui/button.tsx';
import { StickyBar } from '#ui/parts/sticky-bar.tsx';
import { useAnswers } from './offer-answers.tsx';
import type { GroupRequestRow, RequestAction } from './request-data.ts';

interface OfferCardProps {
  readonly offer: SentOffer;
  readonly known: AirportsAndAirlines | undefined;
  readonly userId: string;
  readonly request: GroupRequestRow;
}

/** The three answers; on phones the acceptance is on the bar that stays. */
function AnswerButtons({
  offer,
  ask,
}: {
  readonly offer: SentOffer;
  readonly ask: (action: RequestAction) => void;
}) {
  const { t } = useTranslation('requests');
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-5 sm:px-6">
      <Button className="max-md:hidden" onClick={() => ask('accept')}>
        {t('offer.accept', { number: offer.version })}
      </Button>
      <Button tone="secondary" onClick={() => ask('change')}>
        {t('offer.change')}
      </Button>
      <Button tone="link" className="px-4 text-red!" onClick={() => ask('decline')}>
        {t('offer.decline')}
      </Button>
      <p className="w-full text-sm text-ink-2">{t('offer.acceptNote')}</p>
    </div>
  );
}

/** The latest offer of a request, with the answers while it is open. */
export function OfferCard({ userId, request, offer, known }: OfferCardProps) {
  const { t } = useTranslation('requests');
  const baht = useBaht();
  const timeText = useBangkokTime();
  const { ask, dialogs } = useAnswers(userId, request, offer);
  const isOpen = offer.state === 'open' && request.status === 'QUOTED';
  const isPast = useIsPast(isOpen ? offer.validUntil : undefined);
  const canAnswer = isOpen && !isPast;
  return (
    <>
      <OfferView offer={offer} names={known} isOpen={isOpen}>
        {canAnswer && <AnswerButtons offer={offer} ask={ask} />}
      </OfferView>
      {canAnswer && (
        // Outside of the card, whose filter would hold the bar at its end.
        <StickyBar
          label={t('offer.bar')}
          totalLabel={t('offer.by', { time: timeText(offer.validUntil) })}
          total={baht(offer.totalSatang)}
          action={<Button onClick={() => ask('accept')}>{t('offer.acceptShort')}</Button>}
        />
      )}
      {canAnswer && dialogs}
    </>
  );
}
