import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pricesPerPassenger, type Offer } from '@bkksiam/domain/offer';
import { passengerTotal } from '@bkksiam/domain/passenger-age';
import { useBaht } from '#platform/formats.ts';
import { useStatus } from '#platform/status.ts';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { StubCard } from '#ui/parts/ticket-card.tsx';
import { Section } from '#ui/parts/section.tsx';
import { DeadlineCountdown } from './deadline-countdown.tsx';
import type { FlightNames } from './flight-names.ts';
import { useOfferSections } from './offer-parts.tsx';
import type { SentOffer } from './offer.ts';

/** An offer that was sent, or will be. */
type ShownOffer = Offer & Pick<SentOffer, 'version' | 'state'>;

interface OfferProps {
  readonly offer: ShownOffer;
  readonly names: FlightNames | undefined;
}

/** What an offer contains: flights, price, due dates, conditions. */
function OfferBody({ offer, names }: OfferProps) {
  return (
    <div className="grid gap-7">
      {useOfferSections(offer, names).map(({ title, content }, index) => (
        <section key={title}>
          <h3 className={index === 0 ? 'sr-only' : 'mb-2 font-strong'}>{title}</h3>
          {content}
        </section>
      ))}
    </div>
  );
}

/** An offer as its member sees it: the total and until when it is valid, what it contains, the answers. */
export function OfferView({
  offer,
  names,
  isOpen,
  children,
}: OfferProps & { readonly isOpen: boolean; readonly children?: ReactNode }) {
  const { t } = useTranslation('requests');
  const baht = useBaht();
  const status = useStatus()('offer', offer.state);
  const each = pricesPerPassenger(offer.lines, offer.seats).map(({ type, satang }) =>
    t('offer.perPerson', { type: t(`form.${type}`), price: baht(satang) }),
  );
  return (
    <StubCard
      id="offer"
      title={t('offer.title', { number: offer.version, count: passengerTotal(offer.seats) })}
      figure={baht(offer.totalSatang)}
      detail={
        each.length > 0 && (
          <p className="num flex flex-wrap gap-x-3 text-sm">
            {[...each, t('offer.taxesIncluded')].map((text) => (
              <span key={text} className="whitespace-nowrap">
                {text}
              </span>
            ))}
          </p>
        )
      }
      beside={
        isOpen ? (
          <DeadlineCountdown
            label={t('offer.answerBy')}
            deadline={offer.validUntil}
            overText={t('offer.over')}
            onStub
          />
        ) : (
          <div>
            <StatusChip
              {...status}
              status={status.meaning ?? offer.state}
              meaning={undefined}
              onStub
            />
          </div>
        )
      }
    >
      <div className="px-5 py-4 sm:px-6 sm:pb-6">
        <OfferBody offer={offer} names={names} />
      </div>
      {children}
    </StubCard>
  );
}

/** Offers in the given order, each with all it contains and what is shown below it. */
export function OfferList<Listed extends SentOffer>({
  offers,
  names,
  below,
  stateText,
}: {
  readonly offers: readonly Listed[];
  readonly names: FlightNames | undefined;
  readonly below?: (offer: Listed) => ReactNode;
  /** What a state means to the reader; by default to the member. */
  readonly stateText?: (state: string) => string;
}) {
  const { t } = useTranslation('requests');
  const baht = useBaht();
  const statusOf = useStatus();
  return (
    <ul className="grid gap-3">
      {offers.map((offer) => (
        <li key={offer.version} className="rounded-lg border border-line bg-surface">
          <details className="group">
            <summary className="flex min-h-14 cursor-pointer flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
              <span className="font-strong">{t('offer.number', { number: offer.version })}</span>
              <span className="num font-mid">{baht(offer.totalSatang)}</span>
              <span className="text-sm text-ink-2">
                {stateText?.(offer.state) ?? statusOf('offer', offer.state).meaning ?? offer.state}
              </span>
            </summary>
            <div className="border-t border-line px-5 py-4">
              <OfferBody offer={offer} names={names} />
              {below?.(offer)}
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}

/** The offers before the latest one, latest first. */
export function EarlierOffers(props: {
  readonly offers: readonly SentOffer[];
  readonly names: FlightNames | undefined;
}) {
  const { t } = useTranslation('requests');
  if (props.offers.length === 0) return null;
  return (
    <Section title={t('offer.earlier')} look="page">
      <OfferList {...props} />
    </Section>
  );
}
