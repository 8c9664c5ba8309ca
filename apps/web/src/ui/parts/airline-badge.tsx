import { classNames } from '../class-names.ts';

/** The airlines of Bangkok's routes by the colour that people know them by. */
const colours = {
  'airline-violet': ['TG'],
  'airline-red': [
    'FD',
    'XJ',
    'AK',
    'D7',
    'QZ',
    'SL',
    'JT',
    'VZ',
    'VJ',
    'JL',
    'CA',
    'HX',
    'QF',
    'EK',
  ],
  'airline-blue': ['PG', 'KE', 'MH', 'NH', 'PR', 'SQ', 'VN', 'CZ', 'MU', 'GA'],
  'airline-yellow': ['DD', 'TR', '5J', 'IT'],
  'airline-green': ['BR', 'QG', 'QH'],
} as const;

const colourOf: ReadonlyMap<string, string> = new Map(
  Object.entries(colours).flatMap(([colour, codes]) => codes.map((code) => [code, colour])),
);

interface AirlineBadgeProps {
  readonly code: string;
  /** In a line of text. */
  readonly small?: boolean;
}

/** The code of an airline on its colour, beside its name or the number of a flight. */
export function AirlineBadge({ code, small = false }: AirlineBadgeProps) {
  return (
    <span
      aria-hidden
      className={classNames(
        'airline-badge inline-grid clip-yo-sm place-items-center text-xs leading-none font-strong',
        small ? 'h-5 w-7 flex-none' : 'size-8',
        colourOf.get(code),
      )}
    >
      {code}
    </span>
  );
}
