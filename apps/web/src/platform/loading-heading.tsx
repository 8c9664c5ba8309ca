import { useFocusHandover } from './page-changes.ts';

/** The heading until there is another one, which takes over its focus. */
export function LoadingHeading({
  className,
  children,
}: {
  readonly className: string;
  readonly children: string;
}) {
  const heading = useFocusHandover<HTMLHeadingElement>();
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
