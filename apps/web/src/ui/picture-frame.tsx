import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Frames a picture with the redented corners of a Thai temple plan; the shape comes with the class name. */
export function PictureFrame({
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

/** The letter that stands for a person without a picture. */
export function Avatar({
  letter,
  className,
}: {
  readonly letter: string;
  readonly className?: string;
}) {
  return (
    <span
      aria-hidden
      className={classNames(
        'clip-yo-sm grid size-10 flex-none place-items-center bg-gold leading-none font-strong text-on-gold',
        className,
      )}
    >
      {letter}
    </span>
  );
}
