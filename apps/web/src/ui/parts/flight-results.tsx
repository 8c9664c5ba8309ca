import { Check, Plus } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Skeleton } from '../feedback.tsx';
import { TicketCard } from './ticket-card.tsx';

/** A source of flights. */
interface FlightSource {
  readonly key: string;
  /** How many it has found, and whether it still answers. */
  readonly text: string;
  readonly isWaiting: boolean;
}

export interface FlightResultsProps {
  /** Names the list. */
  readonly label: string;
  /** Whether flights are expected after the first, so that the button `more` has its place before it is there. */
  readonly canGrow: boolean;
  readonly sources: readonly FlightSource[];
  /** How many of them the filters show; undefined while they show all. */
  readonly filtered?: string | undefined;
  /** The button that adds what a source has found since the list was shown; undefined while there is nothing. */
  readonly more?: { readonly text: string; readonly onShow: () => void } | undefined;
  /** The cards. */
  readonly children: ReactNode;
}

function Dots() {
  return (
    <span aria-hidden className="inline-flex flex-none gap-1">
      {['', '[animation-delay:0.3s]', '[animation-delay:0.6s]'].map((delay) => (
        <span
          key={delay}
          className={`breathe size-1.5 rounded-pill bg-teal forced-color-adjust-none forced-colors:bg-[CanvasText] ${delay}`}
        />
      ))}
    </span>
  );
}

// As classes: the policy of rendered pages has no style attributes.
const sliceCounts = [
  '[--slices:1]',
  '[--slices:2]',
  '[--slices:3]',
  '[--slices:4]',
  '[--slices:5]',
  '[--slices:6]',
];

interface FlightResultProps {
  readonly slices?: number;
  /** The card of a leg, which has no facts. */
  readonly isLeg?: boolean;
  readonly children: ReactNode;
}

/** A card in the list. Those far from the screen are laid out when they come near, as high as their slices until then. */
export function FlightResult({ slices = 1, isLeg = false, children }: FlightResultProps) {
  return (
    <div
      // As much wider as the card's shadow, which would be cut off.
      className={classNames(
        '-m-4 p-4 [contain-intrinsic-size:auto_calc(var(--rest)+8rem*var(--slices))] [content-visibility:auto] md:[contain-intrinsic-size:auto_calc(var(--rest)+4rem*var(--slices))]',
        isLeg ? '[--rest:6rem] md:[--rest:4.5rem]' : '[--rest:13.75rem] md:[--rest:7rem]',
        sliceCounts[slices - 1],
      )}
    >
      {children}
    </div>
  );
}

/** A card whose flight is not known yet. */
function FlightCardSkeleton() {
  return (
    <div aria-hidden data-page-loading className="opacity-75">
      <TicketCard
        stub={
          <div className="grid gap-2">
            <Skeleton className="h-7 w-32" />
            <Skeleton className="h-4 w-24" />
          </div>
        }
      >
        <div className="grid gap-3 py-1">
          <Skeleton className="h-5 w-1/3" />
          <Skeleton className="h-5 w-5/6" count={2} />
        </div>
      </TicketCard>
    </div>
  );
}

/** The flights found so far. The button for more has its reserved place above them, so a late source moves nothing. */
export function FlightResults(props: FlightResultsProps) {
  const { label, canGrow, sources, filtered, more, children } = props;
  const list = useRef<HTMLElement>(null);
  function show() {
    more?.onShow();
    // The button goes away.
    list.current?.focus();
  }
  return (
    <div>
      <div className="mt-4 mb-3 gap-x-5 sm:flex sm:items-center">
        <div
          role="status"
          className="flex min-w-0 flex-1 flex-wrap gap-x-5 text-sm leading-normal text-ink-2 max-sm:mb-1.5 max-sm:flex-col max-sm:gap-y-1"
        >
          {sources.map(({ key, text, isWaiting }) => (
            <p key={key} className="num inline-flex items-center gap-1.5">
              {isWaiting ? <Dots /> : <Check className="size-4.5 flex-none text-green" />}
              {text}
            </p>
          ))}
          {filtered !== undefined && <p className="num font-strong text-ink">{filtered}</p>}
        </div>
        {(canGrow || more) && (
          <div className="grid min-h-11 min-w-40">
            {more && (
              <button
                type="button"
                onClick={show}
                className="inline-flex min-h-11 items-center justify-center gap-1.5 rounded-pill bg-teal-soft px-4 text-sm font-strong text-teal hover:inset-ring-[1.5px] hover:inset-ring-teal"
              >
                <Plus className="size-4.5" />
                {more.text}
              </button>
            )}
          </div>
        )}
      </div>
      <section ref={list} aria-label={label} tabIndex={-1} className="flow-root outline-none">
        {children}
        {sources.some(({ isWaiting }) => isWaiting) && (
          <FlightResult>
            <FlightCardSkeleton />
          </FlightResult>
        )}
      </section>
    </div>
  );
}
