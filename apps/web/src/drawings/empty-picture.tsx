import drawings from './empty.svg?no-inline';

export interface EmptyPictureProps {
  /** What is missing: a symbol of `empty.svg`, which is loaded with the first picture. */
  readonly of: 'river' | 'orders' | 'bookings' | 'store' | 'news' | 'results' | 'cart' | 'lost';
  readonly className?: string;
}

/** The picture of an empty state. Decorative: the text is below it. */
export function EmptyPicture({ of, className = 'h-auto w-56' }: EmptyPictureProps) {
  return (
    <svg viewBox="0 0 320 160" width="320" height="160" className={className} aria-hidden="true">
      <use href={`${drawings}#${of}`} />
    </svg>
  );
}
