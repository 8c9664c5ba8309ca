import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pricesPerPassenger, type Offer } from '@bkksiam/domain/offer';
import { passengerTotal } from '@bkksiam/domain/passenger-age';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { useStatus } from '#platform/status.ts';
import { Countdown } from '#ui/parts/countdown.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import type { FlightNames } from './flight-names.ts';
import { useOfferSections } from './offer-parts.tsx';
import type { SentOffer } from './offer.ts';
import { useTimeLeft } from './use-deadline.ts';

/** An offer that was sent, or will be. */
type ShownOffer = Offer & Pick<SentOffer, 'version' | 'state'>;

interface OfferProps {
  readonly offer: ShownOffer;
  readonly names: FlightNames | undefined;
}

function ValidUntil({ offer }: { readonly offer: ShownOffer }) {
  const { t } = useTranslation('requests');
  const language = useLanguage();
  const timeText = useBangkokTime();
  const timeLeft = useTimeLeft(offer.validUntil);
  return (
    <Countdown
      label={t('offer.answerBy')}
      deadline={timeText(offer.validUntil)}
      leftLabel={t('time.left')}
      leftLabelFirst={language === 'th'}
      overText={t('offer.over')}
      timeLeft={timeLeft}
      onStub
    />
  );
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

/** Total first, per person, and how long the offer is valid or how it ended. */
function OfferHead({ offer, isOpen }: { readonly offer: ShownOffer; readonly isOpen: boolean }) {
  const { t } = useTranslation('requests');
  const baht = useBaht();
  const status = useStatus()('offer', offer.state);
  const each = pricesPerPassenger(offer.lines, offer.seats).map(({ type, satang }) =>
    t('offer.perPerson', { type: t(`form.${type}`), price: baht(satang) }),
  );
  return (
    <div className="grid items-center gap-x-8 gap-y-4 md:flex md:flex-wrap">
      <div className="flex-1 basis-56">
        <h2 id="offer" className="text-md font-mid tracking-normal text-ink-2">
          {t('offer.title', { number: offer.version, count: passengerTotal(offer.seats) })}
        </h2>
        <p className="num text-3xl leading-tight font-strong md:whitespace-nowrap">
          {baht(offer.totalSatang)}
        </p>
        {each.length > 0 && (
          <p className="num flex flex-wrap gap-x-3 text-sm">
            {[...each, t('offer.taxesIncluded')].map((text) => (
              <span key={text} className="whitespace-nowrap">
                {text}
              </span>
            ))}
          </p>
        )}
      </div>
      {isOpen ? (
        <ValidUntil offer={offer} />
      ) : (
        <div>
          <StatusChip
            {...status}
            status={status.meaning ?? offer.state}
            meaning={undefined}
            onStub
          />
        </div>
      )}
    </div>
  );
}

/** An offer as its member sees it: the total on the stub, then what it contains, then the answers. */
export function OfferView({
  offer,
  names,
  isOpen,
  children,
}: OfferProps & { readonly isOpen: boolean; readonly children?: ReactNode }) {
  return (
    <section aria-labelledby="offer" className="lifted-card">
      <div className="torn rounded-t-lg bg-stub p-5 [--na:0_100%] [--nb:100%_100%] sm:p-6">
        <OfferHead offer={offer} isOpen={isOpen} />
      </div>
      <div className="torn relative rounded-b-lg bg-surface [--na:0_0] [--nb:100%_0] before:absolute before:inset-x-3.5 before:top-0 before:border-t-2 before:border-dashed before:border-perf before:content-['']">
        <div className="px-5 py-4 sm:px-6 sm:pb-6">
          <OfferBody offer={offer} names={names} />
        </div>
        {children}
      </div>
    </section>
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
    <section aria-labelledby="earlier">
      <h2 id="earlier" className="mb-3 text-xl">
        {t('offer.earlier')}
      </h2>
      <OfferList {...props} />
    </section>
  );
}
