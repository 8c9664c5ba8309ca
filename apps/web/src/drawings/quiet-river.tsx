/** A long-tail boat on the water: the picture of empty states. */
export function QuietRiver({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 320 160" width="320" height="160" className={className} aria-hidden="true">
      <circle cx="236" cy="84" r="40" fill="var(--gold)" />
      <path
        fill="var(--teal-soft)"
        d="M8 92c26-8 52-8 78-2 30-12 66-10 90 2 34-10 72-10 100 0 14-3 26-3 36 0v56q0 8-8 8H16q-8 0-8-8z"
      />
      <path
        fill="none"
        stroke="var(--gold)"
        strokeWidth="3"
        strokeLinecap="round"
        d="M262 104h-36M270 114h-28M264 124h-30"
      />
      <g fill="var(--teal)" transform="translate(-38 -216) scale(.6)">
        <path d="M206 548c40 20 176 24 236 8 22-6 40-24 50-48l7 2c-6 30-20 50-42 60-54 16-180 16-222 6-16-4-26-16-29-28z" />
        <path d="M266 514q62-18 126 0v7H266zM274 520h4v34h-4zM328 520h4v36h-4zM380 520h4v34h-4zM150 572l64-26 2 5-62 27z" />
      </g>
      <path
        fill="none"
        stroke="var(--line-control)"
        strokeWidth="2"
        strokeLinecap="round"
        d="M22 112q9-4 18 0t18 0M262 142q9-4 18 0t18 0M100 146q9-4 18 0t18 0t18 0"
      />
    </svg>
  );
}
