import {
  Check,
  Clock,
  Coins,
  Files,
  Mail,
  Package,
  Pencil,
  RefreshCw,
  Search,
  Ticket,
  TimerOff,
  Truck,
  Undo2,
  X,
  type LucideIcon,
} from 'lucide-react';
import { Tooltip } from 'radix-ui';
import { useState, type MouseEvent } from 'react';
import { Chip, type ChipTone } from '../chip.tsx';
import { classNames } from '../class-names.ts';

const icons = {
  clock: Clock,
  timeOver: TimerOff,
  letter: Mail,
  check: Check,
  cross: X,
  pen: Pencil,
  pages: Files,
  search: Search,
  ticket: Ticket,
  box: Package,
  truck: Truck,
  return: Undo2,
  coin: Coins,
  again: RefreshCw,
} satisfies Record<string, LucideIcon>;

const places = { beside: '', wide: 'max-sm:sr-only', hidden: 'sr-only' };

export interface StatusChipProps {
  /** The raw status. */
  readonly status: string;
  readonly tone: ChipTone;
  readonly icon?: keyof typeof icons | undefined;
  /** What the status means, in the reader's language; undefined if it is unknown. */
  readonly meaning?: string | undefined;
  /**
   * Beside the chip where there is room, else on hover, focus and press. `wide` is beside it from 640 px, and `hidden`
   * shows on hover only, without a Tab stop, for rows of a list: both are read by screen readers.
   */
  readonly show?: keyof typeof places | 'tip';
  readonly onStub?: boolean;
  /** In dense tables. */
  readonly small?: boolean;
}

/** The chip as a button that shows its meaning on hover and focus, and on a press too, for touch screens. */
function ChipWithTip({ meaning, ...chip }: StatusChipProps & { readonly meaning: string }) {
  const [open, setOpen] = useState(false);
  function toggle(event: MouseEvent) {
    // Radix would close it: without hover a press is the only way to open it.
    event.preventDefault();
    setOpen(true);
  }
  return (
    <Tooltip.Provider delayDuration={150}>
      <Tooltip.Root open={open} onOpenChange={setOpen}>
        <Tooltip.Trigger
          type="button"
          aria-label={`${chip.status}: ${meaning}`}
          onClick={toggle}
          className="relative rounded-pill before:absolute before:-inset-2 before:content-['']"
        >
          <StatusChip {...chip} />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            sideOffset={6}
            collisionPadding={12}
            className="z-50 max-w-72 rounded-sm bg-ink px-3 py-1.5 text-sm text-paper shadow-2 forced-colors:border"
          >
            {meaning}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}

/** A raw status with its meaning. */
export function StatusChip(props: StatusChipProps) {
  const { status, tone, icon, meaning, show = 'tip', onStub, small } = props;
  if (show === 'tip' && meaning !== undefined) return <ChipWithTip {...props} meaning={meaning} />;
  const chip = (
    <Chip
      tone={tone}
      icon={icon && icons[icon]}
      {...(onStub && { onStub })}
      {...(small && { small })}
    >
      {status}
    </Chip>
  );
  if (meaning === undefined) return chip;
  return (
    <span
      title={show === 'hidden' ? meaning : undefined}
      className="inline-flex flex-wrap items-center gap-x-3 gap-y-1"
    >
      {chip}{' '}
      <span className={classNames('text-sm text-ink-2', show !== 'tip' && places[show])}>
        {meaning}
      </span>
    </span>
  );
}
