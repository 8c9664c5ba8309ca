/** The agency as mails name it: what `bkk_agency_mail_data` returns, null without a feature. */
export interface MailAgency {
  readonly name_en: string;
  readonly name_th: string;
  readonly address_en: string;
  readonly address_th: string;
  readonly phone: string;
  readonly email: string;
  readonly licence: string | null;
  /** An address, or a path of the site. */
  readonly logo: string | null;
}

const licenceTexts = {
  en: (number: string) => `TAT licence no. ${number}`,
  th: (number: string) => `ใบอนุญาตประกอบธุรกิจนำเที่ยวเลขที่ ${number}`,
};

/** Name, address, ways to reach it and licence of the agency, a line each. */
export function agencyLines(agency: MailAgency, language: 'en' | 'th'): readonly string[] {
  const { phone, email, licence } = agency;
  return [
    agency[`name_${language}`],
    agency[`address_${language}`].replaceAll(/\s*\n\s*/g, ', '),
    `${phone} · ${email}`,
    ...(licence === null ? [] : [licenceTexts[language](licence)]),
  ];
}

/** The address of its logo in a mail. */
export function logoAddress({ logo }: MailAgency, siteUrl: string): string | undefined {
  return logo === null ? undefined : logo.startsWith('/') ? siteUrl + logo : logo;
}
