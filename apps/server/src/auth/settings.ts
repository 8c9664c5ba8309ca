import type { Database } from '../db/database.ts';
import type { Tokens } from '../http/jwt.ts';
import type { FailedSignIns } from './failed-sign-ins.ts';

interface CaptchaSettings {
  readonly provider: 'turnstile' | 'hcaptcha';
  readonly secret: string;
  /** Overrides the provider's public address. */
  readonly verifyUrl?: string;
  readonly timeoutMs?: number;
}

/** The operator's settings; numbers default to those of hosted projects. */
export interface AuthConfig {
  /** Public address of the site, without a trailing slash. */
  readonly siteUrl: string;
  readonly redirectUrls: readonly string[];
  /** False lifts every limit but that of codes, also the wait between two mails to one address. */
  readonly rateLimit: boolean;
  /** Sign-up opens a session without a mailed link. */
  readonly autoconfirm: boolean;
  /** A session older than a day needs a mailed code to change the password. */
  readonly requireReauthentication?: boolean;
  /** Allows accounts without address or password. */
  readonly anonymous?: boolean;
  /** Asked before a sign-up, a sign-in or a mail; null for no captcha. */
  readonly captcha?: CaptchaSettings | null;
  readonly linkLifetimeSeconds?: number;
  /** How long a used refresh token works again, for a lost response or two tabs. */
  readonly reuseIntervalSeconds?: number;
  /** After this time a request is answered with 504. */
  readonly requestLimitMs?: number;
  /** Pads responses whose time would reveal whether an address has an account. */
  readonly minimumResponseMs?: number;
}

/** What every part of the service needs. */
export interface AuthParts {
  readonly config: Required<AuthConfig>;
  readonly database: Database;
  readonly tokens: Tokens;
  readonly failedSignIns: FailedSignIns;
}

export interface AuthOptions {
  readonly config: AuthConfig;
  readonly database: Database;
  readonly tokens: Tokens;
}

/** The client of a request, as sessions and the audit log record it. */
export interface Client {
  /** Null when unknown or no address. */
  readonly ip: string | null;
  readonly userAgent: string;
}

/** What the request contributes to a mail. */
export interface MailContext {
  /** Where the link redirects to; an allowed address. */
  readonly redirectTo: string;
  /** Decides the language when the account has none. */
  readonly acceptLanguage: string | undefined;
}

const defaults = {
  requireReauthentication: false,
  anonymous: false,
  captcha: null,
  linkLifetimeSeconds: 3600,
  reuseIntervalSeconds: 10,
  requestLimitMs: 10_000,
  minimumResponseMs: 200,
};

export function withDefaults(config: AuthConfig): Required<AuthConfig> {
  return { ...defaults, ...config };
}
