import { bangkokTimeText } from '@bkksiam/domain/date-text';
import { useLanguage } from '#platform/i18n.ts';

/** A stored time in Bangkok's zone. */
export function BangkokTime({ at, className }: { readonly at: string; className?: string }) {
  return (
    <time dateTime={at} className={className}>
      {bangkokTimeText(at, useLanguage())}
    </time>
  );
}
