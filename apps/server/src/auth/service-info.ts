const providers = [
  'anonymous_users',
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'snapchat',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'kakao',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'spotify',
  'slack',
  'slack_oidc',
  'workos',
  'twitch',
  'twitter',
  'email',
  'phone',
  'zoom',
];

/** `GET /health`: the protocol and its version. */
export const health = {
  version: 'v2.189.0',
  name: 'GoTrue',
  description: 'BKK Siam speaks the GoTrue user registration and authentication API',
};

/** `GET /settings`: the ways to sign in. */
export function publicSettings(config: {
  readonly autoconfirm: boolean;
  readonly anonymous: boolean;
}) {
  return {
    external: {
      ...Object.fromEntries(providers.map((name) => [name, name === 'email'])),
      anonymous_users: config.anonymous,
    },
    disable_signup: false,
    mailer_autoconfirm: config.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  };
}
