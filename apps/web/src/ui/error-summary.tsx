import { classNames } from './class-names.ts';

export interface ErrorSummaryProps {
  readonly title: string;
  readonly errors: readonly { readonly text: string; readonly focus: () => void }[];
  readonly className?: string;
  readonly listClassName?: string;
}

/** Links to the invalid fields of a form, if there are several. The toast announces the first. */
export function ErrorSummary({ title, errors, className, listClassName }: ErrorSummaryProps) {
  if (errors.length < 2) return null;
  return (
    <nav
      aria-label={title}
      className={classNames('rounded-md bg-red-soft px-4 py-3 text-sm text-red', className)}
    >
      <p className="font-head">{title}</p>
      <ul className={listClassName}>
        {errors.map(({ text, focus }, index) => (
          <li key={index}>
            <button
              type="button"
              className="min-h-11 text-left font-mid underline underline-offset-4"
              onClick={focus}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
