const aeroplane =
  'M34 0c0-3-5-5-11-5H6L-8-27h-7l7 22h-14l-6-8h-5l4 13-4 13h5l6-8h14l-7 22h7L6 5h17c6 0 11-2 11-5z';

/** A golden arc with an aeroplane at its end, for a dark background. */
export function FlightArc({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 700 300" fill="none" className={className} aria-hidden="true">
      <defs>
        <linearGradient id="flight-arc">
          <stop stopColor="var(--gold)" stopOpacity="0" />
          <stop offset="1" stopColor="var(--gold)" />
        </linearGradient>
      </defs>
      <path
        stroke="url(#flight-arc)"
        strokeWidth="2"
        strokeLinecap="round"
        d="M10 290C250 280 480 200 604 62"
      />
      <path
        fill="var(--on-night)"
        transform="translate(614 50) rotate(-50) scale(.8)"
        d={aeroplane}
      />
    </svg>
  );
}

/** A dotted line between two airports, in the colour of the text. */
export function FlightWay({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 -3 96 28" fill="none" className={className} aria-hidden="true">
      <path
        stroke="currentColor"
        strokeWidth="1.8"
        strokeDasharray="1 5"
        strokeLinecap="round"
        d="M2 24C24 24 48 20 66 8"
      />
      <path fill="currentColor" transform="translate(78 6) rotate(-28) scale(.42)" d={aeroplane} />
    </svg>
  );
}
