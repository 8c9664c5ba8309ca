import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchProblem } from '@bkksiam/domain/flight-search-check';
import { fieldName, findField, remarkOn } from './search-attempt.ts';

/** All that is missing, where it is more than one thing: each entry leads to its field. The toast has announced it. */
export function SearchSummary({
  problem,
  form,
}: {
  readonly problem: SearchProblem | undefined;
  readonly form: RefObject<HTMLFormElement | null>;
}) {
  const { t } = useTranslation();
  if (problem === undefined || problem.fields.length < 2) return null;
  const title = t('search.summary');
  return (
    <nav aria-label={title} className="mt-4 rounded-md bg-red-soft px-4 py-3 text-sm text-red">
      <p className="font-head">{title}</p>
      <ul className="flex flex-wrap gap-x-6">
        {problem.fields.map((field) => (
          <li key={fieldName(field)}>
            <button
              type="button"
              className="min-h-11 font-mid underline underline-offset-4"
              onClick={() => form.current && findField(form.current, field)?.focus()}
            >
              {remarkOn(t, problem, field.part)}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
