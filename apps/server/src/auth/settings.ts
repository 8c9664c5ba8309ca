import type { Database } from '../db/database.ts';
import type { Tokens } from '../http/jwt.ts';
import type { Mailer } from './mailer.ts';

/** A service that tells people from programs. */
export interface CaptchaSettings {
  readonly provider: 'turnstile' | 'hcaptcha';
  readonly secret: string;
  /** Where its verdict is asked for, if not at its public address. */
  readonly verifyUrl?: string;
  readonly timeoutMs?: number;
}

/** What the operator decides about accounts; the numbers have the defaults hosted projects have. */
export interface AuthConfig {
  /** Public address of the site, without a trailing slash. */
  readonly siteUrl: string;
  readonly redirectUrls: readonly string[];
  /** False lifts every limit but that of codes, also the wait between two mails to one address. */
  readonly rateLimit: boolean;
  /** True gives a session at sign-up, without a mailed link. */
  readonly autoconfirm: boolean;
  /** True asks for a mailed code before a session older than a day changes the password. */
  readonly requireReauthentication?: boolean;
  /** True lets visitors open accounts without address or password. */
  readonly anonymous?: boolean;
  /** Who tells people from programs before a sign-up, a sign-in or a mail; null asks nobody. */
  readonly captcha?: CaptchaSettings | null;
  readonly tokenLifetimeSeconds?: number;
  readonly linkLifetimeSeconds?: number;
  readonly mailWaitSeconds?: number;
  /** The wait after a mail's first failure; each further one doubles it. */
  readonly mailRetryMs?: number;
  /** How long a mail stays with a process that may have died; one that works at it renews the time. */
  readonly mailLeaseMs?: number;
  /** How often the outbox is looked at without a notice. */
  readonly mailPollMs?: number;
  /** How often unconfirmed accounts that are due are removed. */
  readonly accountPurgeMs?: number;
  /** How long a refresh token that was used once may be used again (a response that was lost, two tabs). */
  readonly reuseIntervalSeconds?: number;
  /** How long the code of a followed link may be traded for a session. */
  readonly flowLifetimeSeconds?: number;
  /** After this time a request is answered with 504 whatever it waits for. */
  readonly requestLimitMs?: number;
}

/** What the service works with; {@link AuthConfig} with every number settled. */
export interface AuthParts {
  readonly config: Required<AuthConfig>;
  readonly database: Database;
  readonly tokens: Tokens;
}

/** The options the plugin is registered with. */
export interface AuthOptions {
  readonly config: AuthConfig;
  readonly database: Database;
  readonly tokens: Tokens;
  readonly mailer: Mailer;
}

/** From where a request came, as sessions and the audit log record it. */
export interface Client {
  /** Null when it is not known, or is no address. */
  readonly ip: string | null;
  readonly userAgent: string;
}

/** How the request that causes a mail wants it. */
export interface Reader {
  /** Where the link leads in the end; an allowed address. */
  readonly redirectTo: string;
  /** The asking browser's languages, which count where the account says none. */
  readonly acceptLanguage: string | undefined;
}

const defaults = {
  requireReauthentication: false,
  anonymous: false,
  captcha: null,
  tokenLifetimeSeconds: 3600,
  linkLifetimeSeconds: 3600,
  mailWaitSeconds: 60,
  mailRetryMs: 5_000,
  mailLeaseMs: 10_000,
  mailPollMs: 5_000,
  accountPurgeMs: 3_600_000,
  reuseIntervalSeconds: 10,
  flowLifetimeSeconds: 300,
  requestLimitMs: 10_000,
};

export function settleConfig(config: AuthConfig): Required<AuthConfig> {
  return { ...defaults, ...config };
}
