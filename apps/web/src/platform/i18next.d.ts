import type common from '../../public/locales/en/common.json';
import type privacy from '../../public/locales/en/privacy.json';
import type terms from '../../public/locales/en/terms.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: { common: typeof common; terms: typeof terms; privacy: typeof privacy };
  }
}
