import type { ReactNode } from 'react';
import { PassPaper } from '#ui/pass-paper.tsx';

/** The boarding pass a booking is written on: who travels on the paper, the flight and the one action on the stub. */
export function BookingPass({
  children,
  stub,
}: {
  readonly children: ReactNode;
  readonly stub: ReactNode;
}) {
  return (
    <div className="relative grid lg:grid-cols-[1fr_300px]">
      <div className="absolute inset-0 lifted max-lg:hidden">
        <div className="pass-notched-x grid size-full grid-cols-[1fr_300px] [--notch-x:calc(100%-300px)]">
          <div className="rounded-l-lg bg-surface" />
          <div className="rounded-r-lg border-l-2 border-dashed border-perf bg-stub" />
        </div>
      </div>
      <PassPaper className="grid gap-8 p-5 sm:p-8" edge="rounded-t-lg bg-surface [--notch-y:100%]">
        {children}
      </PassPaper>
      <PassPaper
        className="p-5 sm:p-8 lg:px-6"
        edge="rounded-b-lg border-t-2 border-dashed border-perf bg-stub [--notch-y:0px]"
      >
        <div className="lg:sticky lg:top-24">{stub}</div>
      </PassPaper>
    </div>
  );
}
