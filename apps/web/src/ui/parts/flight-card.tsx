import type { LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { FlightSlices, type FlightSlice } from './flight-slices.tsx';
import { isLongAmount, PriceBreakdown, type PriceLine } from './price-breakdown.tsx';
import { TicketCard } from './ticket-card.tsx';

/** A short fact of a fare: bags, changes, hold, seats. */
export interface FlightFact {
  readonly icon: LucideIcon;
  readonly text: string;
  /** Few seats are left. */
  readonly isScarce?: boolean;
}

export interface FlightCardProps {
  /** Names the card for screen readers. */
  readonly label: string;
  /** 'Best', 'Cheapest', 'Fastest'. */
  readonly tag?: string;
  readonly slices: readonly FlightSlice[];
  readonly facts: readonly FlightFact[];
  /** The total for all, and that it is. */
  readonly total: PriceLine;
  /** How much more it costs than the lowest; undefined for the lowest. */
  readonly added?: string | undefined;
  /** Who pays what. */
  readonly perPassenger: readonly string[];
  /** What the total is made of, shown while the card is open. */
  readonly lines: readonly PriceLine[];
  /** Bags and conditions, shown while the card is open. */
  readonly details: ReactNode;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onChoose: () => void;
  readonly texts: { readonly choose: string; readonly more: string; readonly fewer: string };
}

function Total({ total, added }: Pick<FlightCardProps, 'total' | 'added'>) {
  return (
    <>
      <p
        className={classNames(
          'num leading-tight font-strong',
          isLongAmount(total.amount) ? 'text-xl' : 'text-2xl',
        )}
      >
        {total.amount}
      </p>
      <p className="text-xs leading-normal">{total.label}</p>
      {added !== undefined && <p className="num text-xs leading-normal text-ink-2">{added}</p>}
    </>
  );
}

function Tag({ text, filled }: { readonly text: string; readonly filled: boolean }) {
  return (
    <p className="mb-2">
      <span
        className={classNames(
          'clip-yo-sm px-2.5 py-1 text-xs font-strong',
          filled ? 'bg-gold text-on-gold' : 'bg-teal-soft text-teal',
        )}
      >
        {text}
      </span>
    </p>
  );
}

function Stub(props: FlightCardProps & { readonly detailsId: string }) {
  const { total, added, perPassenger, lines, open, onToggle, onChoose, texts, detailsId } = props;
  const toggle = { 'aria-expanded': open, 'aria-controls': open ? detailsId : undefined };
  if (open) {
    return (
      <>
        <PriceBreakdown narrow total={total} lines={lines} />
        {added !== undefined && <p className="num text-xs text-ink-2">{added}</p>}
        {/* On phones it is on the bar that stays. */}
        <Button wide className="mt-4 max-md:hidden" onClick={onChoose}>
          {texts.choose}
        </Button>
        <Button {...toggle} tone="link" className="self-center text-sm" onClick={onToggle}>
          {texts.fewer}
        </Button>
      </>
    );
  }
  return (
    <div className="grid flex-1 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-3 md:flex md:flex-col md:items-stretch">
      <div>
        <Total total={total} added={added} />
        <p className="num flex flex-wrap gap-x-3 text-xs leading-normal text-ink-2">
          {perPassenger.map((price) => (
            <span key={price} className="whitespace-nowrap">
              {price}
            </span>
          ))}
        </p>
      </div>
      <Button {...toggle} tone="secondary" className="md:mt-auto" onClick={onToggle}>
        {texts.more}
      </Button>
    </div>
  );
}

/** A journey with its price; opened it has its details, a filled stub and, but on phones, the button that chooses it. */
export function FlightCard(props: FlightCardProps) {
  const { label, tag, slices, facts, details, open } = props;
  const detailsId = useId();
  return (
    <TicketCard label={label} filled={open} stub={<Stub {...props} detailsId={detailsId} />}>
      {tag !== undefined && <Tag text={tag} filled={open} />}
      <FlightSlices slices={slices} />
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 border-t border-line pt-3 text-sm text-ink-2">
        {facts.map(({ icon: Icon, text, isScarce = false }) => (
          <li
            key={text}
            // Counts the hours until the hold ends by a clock that may differ from the server's.
            suppressHydrationWarning
            className={classNames(
              'inline-flex items-center gap-1.5',
              isScarce && 'font-strong text-gold-ink',
            )}
          >
            <Icon className="size-[18px] flex-none" strokeWidth={1.8} />
            {text}
          </li>
        ))}
      </ul>
      {open && (
        <div id={detailsId} className="mt-3 border-t border-line pt-4 text-sm">
          {details}
        </div>
      )}
    </TicketCard>
  );
}

export interface FlightChoiceCardProps extends Pick<
  FlightCardProps,
  'label' | 'tag' | 'slices' | 'total' | 'added' | 'onChoose'
> {
  /** The text of the button. */
  readonly choose: string;
}

/** One way of a journey with what the journey costs, and the button that chooses it. */
export function FlightChoiceCard(props: FlightChoiceCardProps) {
  const { label, tag, slices, total, added, onChoose, choose } = props;
  return (
    <TicketCard
      label={label}
      stub={
        <div className="grid flex-1 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-3 md:grid-cols-1">
          <div>
            <Total total={total} added={added} />
          </div>
          <Button onClick={onChoose}>{choose}</Button>
        </div>
      }
    >
      {tag !== undefined && <Tag text={tag} filled={false} />}
      <FlightSlices slices={slices} />
    </TicketCard>
  );
}
