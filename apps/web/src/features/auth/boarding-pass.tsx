import type { ReactNode } from 'react';
import { BrandMark } from '#drawings/brand-mark.tsx';

/** A form set as a boarding pass: the title above the perforation, the fields below. */
export function BoardingPass({
  brand,
  title,
  close,
  children,
}: {
  /** The name of the product, where nothing else on the page says it. */
  readonly brand?: string;
  /** The page's heading. */
  readonly title: ReactNode;
  /** A way out at the corner. */
  readonly close?: ReactNode;
  readonly children: ReactNode;
}) {
  const height = brand === undefined ? '[--notch-y:88px]' : '[--notch-y:136px]';
  return (
    <div className="w-full max-w-110 lifted-night">
      <div className={`pass-notched rounded-lg bg-surface text-ink ${height}`}>
        <div className="relative flex h-(--notch-y) flex-col justify-end gap-3 rounded-t-lg bg-stub px-5 py-6 after:absolute after:inset-x-6 after:-bottom-px after:border-t-2 after:border-dashed after:border-perf sm:px-8">
          {brand !== undefined && (
            <div className="-mr-3 flex items-center justify-between gap-4">
              <span className="flex items-center gap-3 text-[1.25rem] leading-none font-strong tracking-head">
                <BrandMark />
                {brand}
              </span>
              {close}
            </div>
          )}
          {title}
        </div>
        <div className="px-5 pt-6 pb-8 sm:px-8">{children}</div>
      </div>
    </div>
  );
}
