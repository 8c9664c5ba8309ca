import * as z from 'zod/mini';
import {
  checkCode,
  checkMail,
  normalizeCode,
  type CodeFields,
  type MailFields,
} from '@bkksiam/domain/credentials';
import type { Problem } from '@bkksiam/domain/problem';
import type { Namespace } from './i18n.ts';

/** A text without the spaces around it. */
export const trimmedText = z.string().check(z.trim());

/** The error message of a problem: its text key, followed by the values of the text. */
function problemMessage({ code, values = {} }: Problem, namespace?: Namespace): string {
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)]);
  const key = namespace === undefined ? `problem.${code}` : `${namespace}:problem.${code}`;
  return `${key}?${new URLSearchParams(texts).toString()}`;
}

type FieldProblems = readonly (Problem & { readonly field: string })[];

/** The problems of an input: by field, or in a list in which the first problem of a field counts. */
type Problems = Readonly<Partial<Record<string, Problem>>> | FieldProblems;

const isList = (problems: Problems): problems is FieldProblems => Array.isArray(problems);

/**
 * Adds a check of the domain to a schema: the problems become the errors of their fields.
 *
 * @param namespace of the texts, if they are a feature's own
 */
export function domainCheck<Fields>(check: (fields: Fields) => Problems, namespace?: Namespace) {
  return z.check<Fields>(({ value, issues }) => {
    const found = check(value);
    const problems = isList(found)
      ? found.map((problem) => [problem.field, problem] as const)
      : Object.entries(found);
    for (const [field, problem] of problems) {
      if (!problem) continue;
      const message = problemMessage(problem, namespace);
      // `continue`: further checks of the schema run too, so that all problems are said at once.
      issues.push({
        code: 'custom',
        input: value,
        path: field.split('.'),
        message,
        continue: true,
      });
    }
  });
}

/** An email address for a mailed link. */
export const mailSchema = z
  .object({ email: trimmedText })
  .check(domainCheck<MailFields>(checkMail));

/** A one-time code. */
export const codeSchema = z
  .object({ code: z.pipe(z.string(), z.transform(normalizeCode)) })
  .check(domainCheck<CodeFields>(checkCode));
