import { queryOptions } from '@tanstack/react-query';
import i18next, { type TFunction } from 'i18next';
import * as z from 'zod/mini';
import { phoneText, type AgencyProfile } from '@bkksiam/domain/agency';
import { languages, type Language } from '@bkksiam/domain/languages';
import { listText } from '@bkksiam/domain/list-text';
import { callJson } from '#platform/call-json.ts';
import { provideSettings, settings, type AgencyOnSite, type AgencyTexts } from '#platform/env.ts';
import { nameAgency } from '#platform/i18n.ts';

const text = z.nullable(z.string());

/** The columns of the profile. */
export const agencyProfile = z.object({
  name_en: z.string(),
  name_th: z.string(),
  address_en: z.string(),
  address_th: z.string(),
  phone: z.string(),
  email: z.string(),
  hours_en: text,
  hours_th: text,
  languages: z.array(z.string()),
  logo: text,
  tax_id: text,
  licence: text,
});

/** What everybody may know of the agency. */
export const agencyProfileQuery = queryOptions({
  queryKey: ['agency', 'profile'],
  queryFn: ({ signal }): Promise<AgencyProfile> =>
    callJson(agencyProfile, (client) => client.rpc('bkk_agency_profile').abortSignal(signal)),
});

/** Texts of `common` that name the agency. */
type FooterTexts = Readonly<Record<keyof AgencyTexts['defaults'], string>>;

/** The names of languages in one of them. */
export function languageNames(codes: readonly string[], language: Language): readonly string[] {
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return codes.map((code) => names.of(code) ?? code);
}

function textsIn(
  language: Language,
  agency: AgencyProfile,
  t: TFunction<'adminAgency'>,
  { company, address, phone, email }: FooterTexts,
): AgencyTexts {
  const { licence, tax_id: taxId, languages: spoken } = agency;
  const names = languageNames(spoken, language);
  return {
    footer: {
      company: agency[`name_${language}`],
      address: agency[`address_${language}`],
      phone: phoneText(agency.phone, language),
      email: agency.email,
      licence: [
        licence !== null && t('site.licence', { number: licence }),
        taxId !== null && t('site.taxId', { id: taxId }),
      ]
        .filter(Boolean)
        .join(' · '),
    },
    contact: {
      hours: [
        agency[`hours_${language}`],
        names.length > 0 && t('site.languages', { languages: listText(names, language) }),
      ]
        .filter(Boolean)
        .join(' '),
    },
    defaults: { company, address, phone, email },
  };
}

/**
 * The agency as the site names it.
 *
 * @param textsOf gives what a language calls the parts, and the texts of the site without an agency
 */
export function agencyOnSite(
  agency: AgencyProfile,
  textsOf: (language: Language) => { t: TFunction<'adminAgency'>; footer: FooterTexts },
): AgencyOnSite {
  const inLanguage = (language: Language) => {
    const { t, footer } = textsOf(language);
    return textsIn(language, agency, t, footer);
  };
  const { logo, tax_id: taxId } = agency;
  return { logo, taxId, texts: { en: inLanguage('en'), th: inLanguage('th') } };
}

type CommonTexts = Parameters<typeof nameAgency>[0];

const commonOf = (language: Language) =>
  i18next.getResourceBundle(language, 'common') as CommonTexts | undefined;

/** Shows the agency on this page as it has been saved. Pages that are opened later have it from the server. */
export async function showAgency(agency: AgencyProfile): Promise<void> {
  const missing = languages.filter(
    (language) => !i18next.hasResourceBundle(language, 'adminAgency'),
  );
  if (missing.length > 0) await i18next.reloadResources([...missing], ['adminAgency']);
  const before = settings().agency;
  const shown = agencyOnSite(agency, (language) => ({
    t: i18next.getFixedT(language, 'adminAgency'),
    footer:
      before?.texts[language].defaults ?? (commonOf(language) ?? commonOf('en'))?.footer ?? noTexts,
  }));
  provideSettings({ ...settings(), agency: shown });
  for (const language of languages) {
    const common = commonOf(language);
    if (common !== undefined) nameAgency(common, shown.texts[language]);
  }
}

const noTexts: FooterTexts = { company: '', address: '', phone: '', email: '' };
