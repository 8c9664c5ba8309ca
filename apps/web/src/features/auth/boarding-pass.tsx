import type { ReactNode } from 'react';
import { BrandMark } from '#drawings/brand-mark.tsx';
import { RiverScene } from '#drawings/river-scene.tsx';

/** The river at night behind a boarding pass; it stays while the pass scrolls. */
export function NightRiver() {
  return (
    <div className="fixed inset-0 -z-10 overflow-hidden bg-[oklch(0.165_0.04_268)]">
      <RiverScene night alt="" className="size-full max-w-none object-cover object-bottom" />
    </div>
  );
}

/** A form set as a boarding pass: the brand and the title above the perforation, the fields below. */
export function BoardingPass({
  brand,
  title,
  close,
  children,
}: {
  readonly brand: string;
  /** The page's heading. */
  readonly title: ReactNode;
  /** A way out at the corner. */
  readonly close?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="drop-shadow-[0_24px_40px_oklch(0.14_0.05_269/0.45)]">
      <div className="pass-notched rounded-lg bg-surface text-ink [--notch-y:136px]">
        <div className="relative flex h-34 flex-col justify-between rounded-t-lg bg-stub px-5 py-5 after:absolute after:inset-x-6 after:-bottom-px after:border-t-2 after:border-dashed after:border-perf sm:px-8">
          <div className="-mt-1 -mr-3 flex min-h-11 items-center justify-between gap-4">
            <span className="flex items-center gap-3 text-[1.25rem] leading-none font-strong tracking-head">
              <BrandMark />
              {brand}
            </span>
            {close}
          </div>
          {title}
        </div>
        <div className="px-5 pt-6 pb-8 sm:px-8">{children}</div>
      </div>
    </div>
  );
}
