/** OAuth providers by the names GoTrue has for them; none is enabled. */
export const oauthProviders = [
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
      ...Object.fromEntries(oauthProviders.map((name) => [name, false])),
      anonymous_users: config.anonymous,
      email: true,
      phone: false,
    },
    disable_signup: false,
    mailer_autoconfirm: config.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  };
}
