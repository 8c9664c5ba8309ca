import type { ReactNode } from 'react';

/** What a picture of a state shows on the river. */
export type RiverState = 'filtered' | 'failed' | 'offline' | 'expired' | 'forbidden';

const line = 'var(--line-control)';

const scenes: Record<RiverState, ReactNode> = {
  // A magnifying glass finds nothing but water.
  filtered: (
    <g fill="none" stroke="var(--teal)" strokeWidth="7" strokeLinecap="round">
      <circle cx="148" cy="72" r="30" fill="var(--surface)" />
      <path d="m171 95 27 27" />
      <path stroke="var(--gold)" strokeWidth="3" d="M132 76q8-5 16 0t16 0M138 63h20" />
    </g>
  ),
  // The boat has run aground, its tail out of the water.
  failed: (
    <g fill="var(--teal)" transform="rotate(-9 160 100)">
      <path d="M84 92c34 9 96 10 128 2 12-3 21-12 26-24l5 1c-3 17-11 28-22 33-30 8-98 8-127 3-6-2-9-8-10-15z" />
      <path d="M126 72q32-9 66 0v4h-66zM131 76h3v18h-3zM184 76h3v18h-3z" />
      <path
        fill="none"
        stroke="var(--red)"
        strokeWidth="4"
        strokeLinecap="round"
        d="m66 74 14 14M80 74 66 88"
      />
    </g>
  ),
  // The cable between two masts is broken.
  offline: (
    <g fill="none" strokeLinecap="round">
      <path stroke="var(--teal)" strokeWidth="7" d="M82 122V48M238 122V48M68 122h28M224 122h28" />
      <path stroke="var(--teal)" strokeWidth="3" d="M82 52q26 32 58 36M238 52q-26 32-58 36" />
      <path stroke="var(--gold)" strokeWidth="3" d="m146 78 6 8M174 78l-6 8M160 72v9" />
    </g>
  ),
  // An hourglass whose sand has run through.
  expired: (
    <g>
      <path
        fill="var(--surface)"
        stroke="var(--teal)"
        strokeWidth="5"
        strokeLinejoin="round"
        d="M134 40h52q0 30-20 42 20 12 20 42h-52q0-30 20-42-20-12-20-42z"
      />
      <path fill="var(--gold)" d="M139 120q4-20 21-20t21 20z" />
      <path stroke="var(--teal)" strokeWidth="7" strokeLinecap="round" d="M126 38h68M126 126h68" />
    </g>
  ),
  // The gate of a pier is shut.
  forbidden: (
    <g fill="none" stroke="var(--teal)" strokeLinecap="round" strokeLinejoin="round">
      <path strokeWidth="7" d="M96 124V62M224 124V62" />
      <path fill="var(--teal)" strokeWidth="3" d="M84 62q38-6 76-28 38 22 76 28l-6 8H90z" />
      <path
        strokeWidth="4"
        d="M112 122V80M128 122V80M144 122V80M176 122V80M192 122V80M208 122V80M100 94h120"
      />
      <circle cx="160" cy="98" r="11" fill="var(--gold)" stroke="none" />
      <path stroke="var(--on-gold)" strokeWidth="3" d="M155 98h10" />
    </g>
  ),
};

/** A state of a region on the river of empty states. It is inline: a file could not be loaded while offline. */
export function RiverStatePicture({
  state,
  className,
}: {
  readonly state: RiverState;
  readonly className?: string;
}) {
  return (
    <svg viewBox="0 0 320 160" width="320" height="160" className={className} aria-hidden="true">
      {state !== 'expired' && <circle cx="244" cy="70" r="34" fill="var(--gold-soft)" />}
      <path
        fill="var(--teal-soft)"
        d="M8 92c26-8 52-8 78-2 30-12 66-10 90 2 34-10 72-10 100 0 14-3 26-3 36 0v56q0 8-8 8H16q-8 0-8-8z"
      />
      {scenes[state]}
      <path
        fill="none"
        stroke={line}
        strokeWidth="2"
        strokeLinecap="round"
        d="M22 118q9-4 18 0t18 0M256 142q9-4 18 0t18 0M106 146q9-4 18 0t18 0t18 0"
      />
    </svg>
  );
}
