import { classNames } from './class-names.ts';

interface ContactLinkProps {
  /** As it is shown. */
  readonly text: string;
  readonly className?: string;
}

const linkClass = 'inline-flex min-h-11 items-center whitespace-nowrap';

/** A telephone number that can be dialled. */
export function PhoneLink({ text, className }: ContactLinkProps) {
  return (
    <a
      href={`tel:${text.replace(/^0/, '+66').replaceAll(/[^+\d]/g, '')}`}
      className={classNames('num', linkClass, className)}
    >
      {text}
    </a>
  );
}

/** An email address that opens the mail program. */
export function EmailLink({ text, className }: ContactLinkProps) {
  return (
    <a href={`mailto:${text}`} className={classNames(linkClass, className)}>
      {text}
    </a>
  );
}
