import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isService } from './callers.ts';
import { authErrors } from './errors.ts';
import { clientOf } from './requests.ts';
import { captchaBody, readBody } from './schemas.ts';
import type { AuthParts } from './settings.ts';

const addresses = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};

const verdict = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).optional(),
});

/** Only codes in the provider's format are repeated to the caller. */
function reasons(codes: readonly string[] = []): string {
  return codes.filter((code) => /^[a-z-]{1,60}$/.test(code)).join(', ') || 'not accepted';
}

async function askProvider(
  captcha: NonNullable<AuthParts['config']['captcha']>,
  token: string,
  ip: string | null,
): Promise<z.output<typeof verdict>> {
  const response = await fetch(captcha.verifyUrl ?? addresses[captcha.provider], {
    method: 'POST',
    // A redirect would carry the secret elsewhere.
    redirect: 'error',
    signal: AbortSignal.timeout(captcha.timeoutMs ?? 5000),
    body: new URLSearchParams({
      secret: captcha.secret,
      response: token,
      ...(ip !== null && { remoteip: ip }),
    }),
  });
  return verdict.parse(await response.json());
}

/**
 * Requires a solved captcha where one is configured, except for the service key.
 *
 * @throws captcha_failed, bad_json; unexpected_failure when the provider does not respond
 */
export async function requireCaptcha(auth: AuthParts, request: FastifyRequest): Promise<void> {
  const { captcha } = auth.config;
  if (captcha === null || (await isService(auth, request.headers))) return;
  const token = readBody(request, captchaBody).gotrue_meta_security?.captcha_token.trim() ?? '';
  if (token === '') throw authErrors.captchaFailed('no captcha_token found');
  let result: z.output<typeof verdict>;
  try {
    result = await askProvider(captcha, token, clientOf(request).ip);
  } catch (error) {
    request.log.error({ reason: error instanceof Error ? error.name : '' }, 'no captcha verdict');
    throw authErrors.captchaUnavailable();
  }
  if (!result.success) throw authErrors.captchaFailed(reasons(result['error-codes']));
}
