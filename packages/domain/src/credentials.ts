import { minPasswordLength, oneTimeCodeDigits } from './constants.ts';
import { arabicDigits } from './phone.ts';
import type { Problem } from './problem.ts';

/** The input of the sign-up form. */
export interface SignUpFields {
  readonly fullName: string;
  readonly email: string;
  readonly password: string;
}

/** The input of the sign-in form. */
export type SignInFields = Omit<SignUpFields, 'fullName'>;

/** The input of a form that requests a mailed link. */
export type MailFields = Pick<SignUpFields, 'email'>;

/** The input of the new-password form. */
export type PasswordFields = Pick<SignUpFields, 'password'>;

/** The input of the authenticator code form. */
export interface CodeFields {
  readonly code: string;
}

/** A missing field, or a new password that is too short (spec §5). */
export interface CredentialProblem extends Problem {
  readonly code:
    | 'auth.missing_name'
    | 'auth.missing_email'
    | 'auth.missing_password'
    | 'auth.short_password'
    | 'auth.missing_code';
}

/** The problems of a form by field; valid fields are absent. */
export type FieldProblems<Fields> = Readonly<Partial<Record<keyof Fields, CredentialProblem>>>;

function checkEmail(email: string): CredentialProblem | null {
  return email.trim() === '' ? { code: 'auth.missing_email' } : null;
}

function checkNewPassword(password: string): CredentialProblem | null {
  if (password === '') return { code: 'auth.missing_password' };
  if (password.length >= minPasswordLength) return null;
  return { code: 'auth.short_password', values: { min: minPasswordLength } };
}

/** Validates a sign-in form; the server checks the credentials. */
export function checkSignIn(fields: SignInFields): FieldProblems<SignInFields> {
  const email = checkEmail(fields.email);
  return {
    ...(email && { email }),
    ...(fields.password === '' && { password: { code: 'auth.missing_password' } as const }),
  };
}

/** Validates a sign-up form; the server checks the address and the password's strength. */
export function checkSignUp(fields: SignUpFields): FieldProblems<SignUpFields> {
  const email = checkEmail(fields.email);
  const password = checkNewPassword(fields.password);
  return {
    ...(fields.fullName.trim() === '' && { fullName: { code: 'auth.missing_name' } as const }),
    ...(email && { email }),
    ...(password && { password }),
  };
}

/** Validates a request for a mailed link; the server checks the address. */
export function checkMail(fields: MailFields): FieldProblems<MailFields> {
  const email = checkEmail(fields.email);
  return { ...(email && { email }) };
}

/** Validates a new password (spec §5); the server checks its strength. */
export function checkPassword(fields: PasswordFields): FieldProblems<PasswordFields> {
  const password = checkNewPassword(fields.password);
  return { ...(password && { password }) };
}

/** The digits of a typed or pasted code; authenticators group them, and Thai keyboards type Thai digits. */
export function normalizeCode(text: string): string {
  return arabicDigits(text).replaceAll(/\D/g, '').slice(0, oneTimeCodeDigits);
}

/** Checks the length of a code; the server checks the code itself. */
export function checkCode({ code }: CodeFields): FieldProblems<CodeFields> {
  if (code.length === oneTimeCodeDigits) return {};
  return { code: { code: 'auth.missing_code', values: { digits: oneTimeCodeDigits } } };
}
