import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlightOffer } from '@bkksiam/domain/flight-offer';
import { passengerTotal } from '@bkksiam/domain/passenger-age';
import { tripOfOffer } from '@bkksiam/domain/trip';
import { shortDayText } from '@bkksiam/domain/weekday-text';
import { FlightWay } from '#drawings/flight.tsx';
import { OfferPriceBreakdown } from '#entities/offer/price-breakdown.tsx';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { StickyBar } from '#ui/parts/sticky-bar.tsx';

interface StubProps {
  readonly offer: FlightOffer;
  /** The button that sends the form, with its short text for the bar of phones; undefined if nothing can be sent. */
  readonly submit:
    | { readonly text: string; readonly short: string; readonly busy: boolean }
    | undefined;
}

/** The ends of the journey and its days. */
function Route({ offer }: Pick<StubProps, 'offer'>) {
  const { t } = useTranslation('hold');
  const language = useLanguage();
  const { tripType, legs } = tripOfOffer(offer);
  const [first] = legs;
  const last = legs.at(-1) ?? first;
  const [firstDay, lastDay] = [first, last].map(({ day }) => shortDayText(day, language) ?? day);
  const { destination } = tripType === 'multicity' ? last : first;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="num flex items-center gap-3 text-2xl font-strong">
        {first.origin}
        <FlightWay className="h-6 w-14 text-gold-ink" />
        {destination}
      </p>
      <p className="text-sm text-ink-2">
        {t(`flight.trip.${tripType}`)}
        <span className="num block">
          {legs.length === 1 ? firstDay : t('flight.days', { first: firstDay, last: lastDay })}
        </span>
      </p>
    </div>
  );
}

function PayBy({ offer: { heldUntil } }: Pick<StubProps, 'offer'>) {
  const { t } = useTranslation('hold');
  const timeText = useBangkokTime();
  if (heldUntil === null) return null;
  return (
    <div className="flex items-center gap-3 rounded-md bg-surface px-4 py-3 forced-colors:border">
      <Clock className="size-6 flex-none text-ink-2" strokeWidth={1.8} />
      <p className="min-w-0">
        <span className="block text-xs text-ink-2">{t('flight.payBy')}</span>
        <span className="num font-strong">
          {t('flight.bangkok', { time: timeText(heldUntil) })}
        </span>
      </p>
    </div>
  );
}

export interface FlightStubProps extends StubProps {
  /** What the button does, and what it does not. */
  readonly note: string;
  /** Why it was not sent. */
  readonly children: ReactNode;
}

/** What is booked and what it costs, with the one strong button; on phones that is in the bar at the foot. */
export function FlightStub({ offer, submit, note, children }: FlightStubProps) {
  const { t } = useTranslation('hold');
  const people = t('flight.totalFor', { count: passengerTotal(offer.passengers) });
  return (
    <div className="lifted-card roomy:sticky roomy:top-24">
      <div className="torn rounded-t-lg bg-surface p-5 [--na:0_100%] [--nb:100%_100%]">
        <Route offer={offer} />
      </div>
      <div className="torn relative grid gap-5 rounded-b-lg bg-stub p-5 [--na:0_0] [--nb:100%_0] before:absolute before:inset-x-3.5 before:top-0 before:border-t-2 before:border-dashed before:border-perf before:content-['']">
        <OfferPriceBreakdown offer={offer} label={people} />
        <PayBy offer={offer} />
        {children}
        {submit && (
          <Button type="submit" size="lg" wide busy={submit.busy} className="max-md:hidden">
            {submit.text}
          </Button>
        )}
        <p className="text-sm text-ink-2">
          <Phrases text={note} />
        </p>
      </div>
    </div>
  );
}

/** The total and the button at the foot of a phone. */
export function FlightBar({ offer, submit }: StubProps) {
  const { t } = useTranslation('hold');
  const baht = useBaht();
  if (submit === undefined) return null;
  return (
    <StickyBar
      label={t('flight.bar')}
      totalLabel={t('flight.totalFor', { count: passengerTotal(offer.passengers) })}
      total={baht(offer.totalSatang)}
      action={
        <Button type="submit" busy={submit.busy}>
          <span aria-hidden>{submit.short}</span>
          <span className="sr-only">{submit.text}</span>
        </Button>
      }
    />
  );
}
