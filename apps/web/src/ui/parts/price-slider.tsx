export interface PriceSliderProps {
  /** Accessible name, such as 'Highest total price'. */
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  readonly onValue: (value: number) => void;
  /** The text of a price, on screen and for screen readers. */
  readonly format: (value: number) => string;
}

/** The highest price of a list, with the lowest that is offered beside it. */
export function PriceSlider({ label, format, onValue, ...range }: PriceSliderProps) {
  return (
    <div className="clear-both">
      <p className="num flex flex-wrap justify-between gap-x-3 font-mid">
        <span>{format(range.min)}</span>
        <span>{format(range.value)}</span>
      </p>
      <input
        {...range}
        type="range"
        aria-label={label}
        aria-valuetext={format(range.value)}
        onChange={({ target }) => onValue(target.valueAsNumber)}
        className="block h-11 w-full cursor-pointer accent-teal roomy:pointer-fine:h-8"
      />
    </div>
  );
}
