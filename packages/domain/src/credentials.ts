import { minPasswordLength } from './constants.ts';
import type { Problem } from './problem.ts';

/** What is typed to make an account. */
export interface SignUpFields {
  readonly fullName: string;
  readonly email: string;
  readonly password: string;
}

/** What is typed to sign in. */
export type SignInFields = Omit<SignUpFields, 'fullName'>;

/** What is typed to get a link by mail. */
export type MailFields = Pick<SignUpFields, 'email'>;

/** What is typed to choose a password. */
export type PasswordFields = Pick<SignUpFields, 'password'>;

/** A field of the forms that is missing or, for a new password, too short (spec §5). */
export interface CredentialProblem extends Problem {
  readonly code:
    | 'auth.missing_name'
    | 'auth.missing_email'
    | 'auth.missing_password'
    | 'auth.short_password'
    | 'auth.missing_code';
}

/** The problems of a form by field; a field without one is absent. */
export type FieldProblems<Fields> = Readonly<Partial<Record<keyof Fields, CredentialProblem>>>;

function checkEmail(email: string): CredentialProblem | null {
  return email.trim() === '' ? { code: 'auth.missing_email' } : null;
}

function checkNewPassword(password: string): CredentialProblem | null {
  if (password === '') return { code: 'auth.missing_password' };
  if (password.length >= minPasswordLength) return null;
  return { code: 'auth.short_password', values: { min: minPasswordLength } };
}

/** What keeps a sign-in from being tried; the rest is the server's to say. */
export function checkSignIn(fields: SignInFields): FieldProblems<SignInFields> {
  const email = checkEmail(fields.email);
  return {
    ...(email && { email }),
    ...(fields.password === '' && { password: { code: 'auth.missing_password' } as const }),
  };
}

/** What keeps an account from being made; the rest is the server's to say. */
export function checkSignUp(fields: SignUpFields): FieldProblems<SignUpFields> {
  const email = checkEmail(fields.email);
  const password = checkNewPassword(fields.password);
  return {
    ...(fields.fullName.trim() === '' && { fullName: { code: 'auth.missing_name' } as const }),
    ...(email && { email }),
    ...(password && { password }),
  };
}

/** What keeps a mail from being asked for; the rest is the server's to say. */
export function checkMail(fields: MailFields): FieldProblems<MailFields> {
  const email = checkEmail(fields.email);
  return { ...(email && { email }) };
}

/** What keeps a new password from being sent (spec §5); the rest is the server's to say. */
export function checkPassword(fields: PasswordFields): FieldProblems<PasswordFields> {
  const password = checkNewPassword(fields.password);
  return { ...(password && { password }) };
}
