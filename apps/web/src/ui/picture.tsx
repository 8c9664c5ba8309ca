import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Clips a picture to the redented corners of a Thai temple plan; the class name gives its shape. */
export function ClippedPicture({
  children,
  className,
}: {
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <div className={classNames('clip-yo overflow-hidden bg-night', className)}>{children}</div>
  );
}

/** A letter instead of a user's picture. */
export function Avatar({ letter }: { readonly letter: string }) {
  return (
    <span
      aria-hidden
      className="clip-yo-sm grid size-10 flex-none place-items-center bg-gold leading-none font-strong text-on-gold"
    >
      {letter}
    </span>
  );
}
