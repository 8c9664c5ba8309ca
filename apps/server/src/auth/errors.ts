interface Extras {
  readonly weakPassword?: readonly string[];
  readonly retryAfterSeconds?: number;
}

/** An error of the auth protocol: HTTP status, GoTrue's error code and message. `sendAuthError` renders it. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly status: number;
  readonly code: string;
  readonly weakPassword: readonly string[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, code: string, message: string, extras: Extras = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.weakPassword = extras.weakPassword;
    this.retryAfterSeconds = extras.retryAfterSeconds;
  }
}

const authError = (status: number, code: string, message: string, extras?: Extras) =>
  new AuthError(status, code, message, extras);

/** Every error of this service, named after its code where a code has one message. */
export const authErrors = {
  badJson: (detail: string) =>
    authError(400, 'bad_json', `Could not parse request body as JSON: ${detail}`),
  bodyTooLarge: () => authError(413, 'request_entity_too_large', 'Request body is too large'),
  requestTimeout: () => authError(504, 'request_timeout', 'Processing this request timed out'),
  validationFailed: (message: string) => authError(400, 'validation_failed', message),
  notFound: () => authError(404, 'not_found', 'There is nothing at this address'),
  conflict: () => authError(409, 'conflict', 'Too many concurrent requests, please try again'),
  unexpected: () =>
    authError(
      500,
      'unexpected_failure',
      'Unexpected failure, please check server logs for more information',
    ),
  unavailable: () =>
    authError(503, 'unexpected_failure', 'The service is not available, please try again', {
      retryAfterSeconds: 1,
    }),

  noAuthorization: () =>
    authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
  badJwt: (detail: string) =>
    authError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${detail}`),
  missingSubject: () => authError(403, 'bad_jwt', 'invalid claim: missing sub claim'),
  badSubject: () => authError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID'),
  userGone: () => authError(403, 'user_not_found', 'User from sub claim in JWT does not exist'),
  sessionGone: () =>
    authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
  bannedCaller: () => authError(403, 'user_banned', 'User is banned'),
  wrongAudience: () =>
    authError(400, 'validation_failed', "Token audience doesn't match request audience"),

  invalidCredentials: () => authError(400, 'invalid_credentials', 'Invalid login credentials'),
  unsupportedGrant: () => authError(400, 'invalid_credentials', 'unsupported_grant_type'),
  bannedAtSignIn: () => authError(400, 'user_banned', 'User is banned'),
  emailNotConfirmed: () => authError(400, 'email_not_confirmed', 'Email not confirmed'),
  phoneSignUpOff: () => authError(400, 'phone_provider_disabled', 'Phone signups are disabled'),
  phoneSignInOff: () => authError(422, 'phone_provider_disabled', 'Phone logins are disabled'),
  phoneResendOff: () => authError(400, 'phone_provider_disabled', 'Phone logins are disabled'),
  phoneCodesOff: () => authError(400, 'phone_provider_disabled', 'Unsupported phone provider'),
  providerOff: () =>
    authError(400, 'provider_disabled', 'Unsupported provider: provider is not enabled'),
  issuerOff: (issuer: string) =>
    authError(
      400,
      'provider_disabled',
      `Provider (issuer ${JSON.stringify(issuer)}) is not enabled`,
    ),
  web3Off: () => authError(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
  samlOff: () => authError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  linkingOff: () => authError(404, 'manual_linking_disabled', 'Manual linking is disabled'),
  anonymousOff: () =>
    authError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
  notAdmin: () => authError(403, 'not_admin', 'User not allowed'),
  badUserId: () => authError(404, 'validation_failed', 'user_id must be an UUID'),
  userNotFound: () => authError(404, 'user_not_found', 'User not found'),
  userWithEmailNotFound: () => authError(404, 'user_not_found', 'User with this email not found'),
  emailExists: () =>
    authError(422, 'email_exists', 'A user with this email address has already been registered'),
  phoneExists: () =>
    authError(422, 'phone_exists', 'A user with this phone number has already been registered'),
  idExists: () => authError(422, 'user_already_exists', 'A user with this id already exists'),
  longPassword: () =>
    authError(400, 'validation_failed', 'Password cannot be longer than 72 characters'),
  samePassword: () =>
    authError(422, 'same_password', 'New password should be different from the old password.'),
  reauthenticationNeeded: () =>
    authError(400, 'reauthentication_needed', 'Password update requires reauthentication'),
  nonceInvalid: () =>
    authError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'),
  reauthenticationNeedsAddress: () =>
    authError(
      400,
      'validation_failed',
      'Reauthentication requires the user to have an email or a phone number',
    ),
  reauthenticationNeedsEmail: () =>
    authError(422, 'email_not_confirmed', 'Please verify your email first.'),
  appMetadataIsNotYours: () =>
    authError(403, 'not_admin', 'Updating app_metadata requires admin privileges'),
  userExists: () => authError(422, 'user_already_exists', 'User already registered'),
  shortPassword: () =>
    authError(422, 'weak_password', 'Password should be at least 6 characters.', {
      weakPassword: ['length'],
    }),

  refreshTokenUnknown: () =>
    authError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  refreshTokenUsed: () =>
    authError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  refreshOfBanned: () => authError(400, 'user_banned', 'Invalid Refresh Token: User Banned'),
  sessionExpired: () => authError(400, 'session_expired', 'Invalid Refresh Token: Session Expired'),

  badFactorId: () => authError(404, 'validation_failed', 'factor_id must be an UUID'),
  factorNotFound: () => authError(404, 'mfa_factor_not_found', 'Factor not found'),
  phoneFactorsOff: () =>
    authError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'),
  webauthnFactorsOff: () =>
    authError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn'),
  factorNameTaken: (name: string) =>
    authError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
    ),
  tooManyFactors: () =>
    authError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    ),
  notForAnonymous: () =>
    authError(403, 'no_authorization', 'This endpoint is not available to anonymous users'),
  enrolmentNeedsAal2: () =>
    authError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor'),
  removalNeedsAal2: () =>
    authError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor'),
  changeNeedsAal2: () =>
    authError(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    ),
  challengeNotFound: () =>
    authError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'),
  challengeElsewhere: () =>
    authError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.'),
  challengeExpired: (id: string) =>
    authError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    ),
  wrongTotpCode: () => authError(422, 'mfa_verification_failed', 'Invalid TOTP code entered'),

  captchaFailed: (why: string) =>
    authError(400, 'captcha_failed', `captcha protection: request disallowed (${why})`),
  captchaUnavailable: () =>
    authError(500, 'unexpected_failure', 'captcha verification process failed'),
  passwordNeedsAddress: () =>
    authError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    ),

  codeAndVerifierNeeded: () =>
    authError(
      400,
      'validation_failed',
      'invalid request: both auth code and code verifier should be non-empty',
    ),
  flowNotFound: () =>
    authError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'),
  flowExpired: () =>
    authError(422, 'flow_state_expired', 'invalid flow state, flow state has expired'),
  wrongCodeVerifier: () =>
    authError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    ),

  codeInvalid: () => authError(403, 'otp_expired', 'Token has expired or is invalid'),
  linkInvalid: () => authError(403, 'otp_expired', 'Email link is invalid or has expired'),
  magicLinkNeedsEmail: () =>
    authError(422, 'validation_failed', 'Password recovery requires an email'),
  mailTooSoon: (seconds: number) =>
    authError(
      429,
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${seconds} seconds.`,
      { retryAfterSeconds: seconds },
    ),
  tooManyMails: (seconds: number) =>
    authError(429, 'over_email_send_rate_limit', 'email rate limit exceeded', {
      retryAfterSeconds: seconds,
    }),
  tooManyAttempts: (seconds: number) =>
    authError(429, 'over_request_rate_limit', 'Request rate limit reached', {
      retryAfterSeconds: seconds,
    }),
} as const;
