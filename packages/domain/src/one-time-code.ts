import { oneTimeCodeDigits } from './constants.ts';
import type { FieldProblems } from './credentials.ts';
import { arabicDigits } from './phone.ts';

/** What is typed from an authenticator. */
export interface CodeFields {
  readonly code: string;
}

/** The digits of a typed or pasted code: authenticators show it in groups, Thai keyboards may type Thai digits. */
export function tidyCode(text: string): string {
  return arabicDigits(text).replaceAll(/\D/g, '').slice(0, oneTimeCodeDigits);
}

/** What keeps a code from being sent; whether it is right is the server's to say. */
export function checkCode({ code }: CodeFields): FieldProblems<CodeFields> {
  if (code.length === oneTimeCodeDigits) return {};
  return { code: { code: 'auth.missing_code', values: { digits: oneTimeCodeDigits } } };
}
