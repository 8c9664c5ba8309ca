import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { searchOf } from '../http/request-path.ts';
import { authErrors } from './errors.ts';

/** A field that clients may omit or send as null; both mean empty, as in GoTrue. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

function canBeWritten(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== '';
  } catch {
    // Nested deeper than the stack.
    return false;
  }
}

/** An optional object that is shallow enough to be serialized again. */
export const object = z
  .record(z.string(), z.unknown())
  .refine(canBeWritten, { error: 'nested too deeply' })
  .nullish()
  .transform((value) => value ?? {});

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the text is an id as the database's columns take it. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

const challenge = { code_challenge: text, code_challenge_method: text };

export const signUpBody = z.object({
  email: text,
  phone: text,
  password: text,
  data: object,
  ...challenge,
});
export const passwordGrantBody = z.object({ email: text, phone: text, password: text });
export const recoverBody = z.object({ email: text, ...challenge });
export const magicLinkBody = z.object({ email: text, data: object, ...challenge });
export const otpBody = z.object({
  ...challenge,
  email: text,
  phone: text,
  data: object,
  create_user: z
    .boolean()
    .nullish()
    .transform((value) => value !== false),
});
export const resendBody = z.object({ type: text, email: text, phone: text, ...challenge });
export const verifyBody = z.object({
  type: text,
  email: text,
  phone: text,
  token: text,
  token_hash: text,
  redirect_to: text,
});
export type VerifyBody = z.output<typeof verifyBody>;
export const accountBody = z.object({
  ...challenge,
  email: text,
  phone: text,
  password: text,
  nonce: text,
  data: object,
  app_metadata: object,
});
export type AccountBody = z.output<typeof accountBody>;
export const enrolmentBody = z.object({ factor_type: text, friendly_name: text, issuer: text });
export const factorProofBody = z.object({ challenge_id: text, code: text });
export const pkceGrantBody = z.object({ auth_code: text, code_verifier: text });
export const idTokenGrantBody = z.object({ provider: text, client_id: text, issuer: text });
export const captchaBody = z.object({
  gotrue_meta_security: z.object({ captcha_token: text }).nullish(),
});
export const refreshGrantBody = z.object({ refresh_token: text });

/**
 * Parses the JSON body by the schema, whatever its content type; unknown keys are ignored.
 *
 * @throws bad_json
 */
export function readBody<Schema extends z.ZodType>(
  request: FastifyRequest,
  schema: Schema,
): z.output<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(typeof request.body === 'string' ? request.body : '');
  } catch (error) {
    throw authErrors.badJson(error instanceof Error ? error.message : 'not JSON');
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw authErrors.badJson([issue?.path.join('.'), issue?.message].filter(Boolean).join(': '));
}

/** {@link readBody} with an optional body. */
export function readOptionalBody<Schema extends z.ZodType>(
  request: FastifyRequest,
  schema: Schema,
): z.output<Schema> {
  const empty = typeof request.body !== 'string' || request.body.trim() === '';
  return empty ? schema.parse({}) : readBody(request, schema);
}

/** A parameter of the query, the first when it is repeated. */
export function queryValue(request: FastifyRequest, name: string): string | undefined {
  return new URLSearchParams(searchOf(request.url)).get(name) ?? undefined;
}

export const formType = 'application/x-www-form-urlencoded';

export function isForm(type: string | undefined): boolean {
  return type?.toLowerCase().startsWith(formType) === true;
}

/** A field of a form-encoded body. */
export function formValue(request: FastifyRequest, name: string): string | undefined {
  if (!isForm(request.headers['content-type'])) return undefined;
  if (typeof request.body !== 'string') return undefined;
  return new URLSearchParams(request.body).get(name) ?? undefined;
}

/** The redirects a request names, in order of precedence. */
export function requestedRedirects(request: FastifyRequest): (string | undefined)[] {
  const { redirect_to: header, referer } = request.headers;
  return [
    typeof header === 'string' ? header : undefined,
    queryValue(request, 'redirect_to') ?? formValue(request, 'redirect_to'),
    referer,
  ];
}

const maxEmailLength = 255;

/**
 * Validates an address and returns it in lower case.
 *
 * @throws validation_failed
 */
export function checkEmail(given: string): string {
  if (given === '') throw authErrors.validationFailed('An email address is required');
  if (given.length > maxEmailLength) {
    throw authErrors.validationFailed('An email address is too long');
  }
  if (!z.regexes.html5Email.test(given)) {
    throw authErrors.validationFailed('Unable to validate email address: invalid format');
  }
  return given.toLowerCase();
}

/**
 * A phone number as it is stored: digits of E.164 without the plus sign.
 *
 * @throws validation_failed
 */
export function checkPhone(given: string): string {
  const phone = given.replaceAll(' ', '').replace(/^\+/, '');
  if (!/^[1-9][0-9]{1,14}$/.test(phone)) {
    throw authErrors.validationFailed('Invalid phone number format (E.164 required)');
  }
  return phone;
}
