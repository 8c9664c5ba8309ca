import type { ReactNode } from 'react';
import { bahtText } from '@bkksiam/domain/money';
import { useLanguage } from '#platform/i18n.ts';

/** Invented data in the language on screen. It is no text of the product, so it is not among the translations. */
export function useSample() {
  const language = useLanguage();
  return {
    /** The one of two spellings. */
    s: (english: string, thai: string) => (language === 'th' ? thai : english),
    baht: (amount: number) => bahtText(amount, language, 0),
    /** In columns that name the currency once; in Thai its sign is short enough to stay. */
    digits: (amount: number) =>
      language === 'th' ? bahtText(amount, language, 0) : amount.toLocaleString('en'),
  };
}

/** A part with its name above it. */
export function Exhibit({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="border-t border-line py-10">
      <h2 id={id} className="mb-5 text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
