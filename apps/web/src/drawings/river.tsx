const crest = 't40 0q20-10 40 0';
const wave = `q20-10 40 0${crest.repeat(32)}t40 0`;

/** The three waves above the footer, for a dark background. */
export function RiverLine({ className }: { readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 2560 56"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      strokeLinecap="round"
      className={className}
      aria-hidden="true"
    >
      <path stroke="var(--gold)" strokeWidth="2" d={`M-40 12${wave}`} />
      <g stroke="#4bb2b3">
        <path strokeWidth="1.6" opacity=".8" d={`M-60 28${wave}`} />
        <path strokeWidth="1.2" opacity=".4" d={`M-80 44${wave}`} />
      </g>
    </svg>
  );
}

/** The wave before a small heading. */
export function RiverMark() {
  return (
    <svg viewBox="0 0 36 10" width="36" height="10" fill="none" aria-hidden="true">
      <path
        stroke="var(--gold)"
        strokeWidth="2.4"
        strokeLinecap="round"
        d="M2 6q4-5 8 0t8 0 8 0 8 0"
      />
    </svg>
  );
}
