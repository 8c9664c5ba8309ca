/** The brand mark: a prang before the setting sun. Decorative: the name is beside it. */
export function BrandMark({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 40 40" width="40" height="40" className={className} aria-hidden="true">
      <path fill="var(--mark)" d="M4 0h32v4h4v32h-4v4H4v-4H0V4h4z" />
      <circle cx="20" cy="18.5" r="11.5" fill="var(--gold)" />
      <path
        fill="var(--on-night)"
        d="M20 3.5l1.6 7.5 1.2 7h2v3h2.7v3h3v3.5h-21V24h3v-3h2.7v-3h2l1.2-7z"
      />
      <path
        fill="none"
        stroke="var(--on-night)"
        strokeWidth="2.2"
        strokeLinecap="round"
        d="M8 33q3-3 6 0t6 0 6 0 6 0"
      />
    </svg>
  );
}
