import type { ReactNode } from 'react';
import { BrandMark } from '../../drawings/brand-mark.tsx';
import './print-sheet.css';

export interface PrintSheetProps {
  readonly brand: string;
  /** The address of the issuer's own logo. */
  readonly logo?: string | null | undefined;
  /** How the issuer is reached and registered, a line each. */
  readonly issuer?: readonly string[];
  readonly title: string;
  /** The reference of the booking or offer. */
  readonly reference: string;
  /** A section without content is left out. */
  readonly sections: readonly { readonly title: string; readonly content: ReactNode }[];
  /** Who issued it and when. */
  readonly foot: string;
}

/** A page of A4 to print or to save as a file; sections are not torn apart. */
export function PrintSheet(props: PrintSheetProps) {
  const { brand, logo, issuer = [], title, reference, sections, foot } = props;
  return (
    <article className="print-sheet mx-auto w-full max-w-[210mm] bg-surface p-6 shadow-2 sm:p-10 print:max-w-none print:bg-transparent print:p-0 print:shadow-none">
      <div className="flex items-center justify-between gap-4 border-b-2 border-dashed border-perf pb-4 print:pb-2">
        <div className="flex items-center gap-3">
          {logo ? (
            <img src={logo} alt="" className="size-10 flex-none object-contain" />
          ) : (
            <BrandMark className="size-10 flex-none" />
          )}
          <div>
            <p className="text-lg font-strong">{brand}</p>
            {issuer.map((line) => (
              <p key={line} className="text-xs text-ink-2">
                {line}
              </p>
            ))}
          </div>
        </div>
        <p className="num text-right font-strong">{reference}</p>
      </div>
      <h3 className="mt-5 text-2xl print:mt-2">{title}</h3>
      {sections.map(
        ({ title: heading, content }) =>
          content !== false && (
            <section key={heading} className="mt-5 print:mt-2">
              <h4 className="mb-2 font-strong print:mb-0.5">{heading}</h4>
              {content}
            </section>
          ),
      )}
      <p className="mt-8 border-t border-line pt-3 text-xs text-ink-2 print:mt-1 print:pt-1">
        {foot}
      </p>
    </article>
  );
}
