import { phoneText, type AgencyProfile } from '@bkksiam/domain/agency';
import type { Language } from '@bkksiam/domain/languages';
import { agencyOnSite, agencyProfileQuery } from '#entities/agency/agency-profile.ts';
import type { AgencyOnSite } from '#platform/env.ts';
import type { PrefetchCache } from './server-prefetch.ts';
import {
  resourcesOf,
  startAllTranslations,
  translations,
  type Translations,
} from './server-texts.ts';

/** The site as it names the agency: texts, and what its pages' settings say. */
interface NamedSite {
  readonly profile: AgencyProfile | undefined;
  readonly agency: AgencyOnSite | undefined;
  readonly texts: Translations;
}

/** A change of the agency is on every page that is rendered a second later. */
const agencyMaxAgeMs = 1000;

/** Reads the agency as a visitor; with no feature, or where it could not be read, the texts are as they are in the files. */
export function agencyReader(cache: PrefetchCache, hasFeature: boolean) {
  let named: Promise<NamedSite> | undefined;
  let known: AgencyProfile | undefined;
  async function nameSite(profile: AgencyProfile | undefined): Promise<NamedSite> {
    const plain = await translations;
    if (profile === undefined) return { profile, agency: undefined, texts: plain };
    const agency = agencyOnSite(profile, (language) => {
      const { common } = resourcesOf(language);
      return { t: plain[language].getFixedT(language, 'adminAgency'), footer: common.footer };
    });
    return { profile, agency, texts: await startAllTranslations(agency) };
  }
  return async (requestId: string): Promise<NamedSite> => {
    const read = hasFeature
      ? await cache.get(agencyProfileQuery, requestId, agencyMaxAgeMs)
      : undefined;
    const profile = read?.data as AgencyProfile | undefined;
    if (named === undefined || profile !== known) {
      known = profile;
      named = nameSite(profile);
    }
    return named;
  };
}

/** The agency for search engines (schema.org). */
export function AgencyData(props: {
  readonly profile: AgencyProfile;
  readonly language: Language;
  readonly siteUrl: string;
}) {
  const { profile, language, siteUrl } = props;
  const { logo, licence, tax_id: taxID } = profile;
  const data = {
    '@context': 'https://schema.org',
    '@type': 'TravelAgency',
    '@id': `${siteUrl}/#agency`,
    name: profile[`name_${language}`],
    url: siteUrl,
    address: profile[`address_${language}`],
    telephone: phoneText(profile.phone, 'en'),
    email: profile.email,
    knowsLanguage: profile.languages,
    ...(logo !== null && { logo: new URL(logo, siteUrl).href }),
    ...(taxID !== null && { taxID }),
    ...(licence !== null && {
      identifier: { '@type': 'PropertyValue', name: 'TAT licence', value: licence },
    }),
  };
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
