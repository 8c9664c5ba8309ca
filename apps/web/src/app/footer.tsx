import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RiverLine } from '#drawings/river.tsx';
import type { TextKey } from '#platform/i18n.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmailLink, PhoneLink } from '#ui/contact-links.tsx';
import { Form } from '#ui/form.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { pages, shownLinks, type Page } from '#pages.ts';
import { BrandLink } from './header-controls.tsx';

const quickLinks = [
  { text: 'footer.home', page: pages.home },
  { text: 'nav.searchFlights', page: pages.search },
  { text: 'footer.news', page: pages.news },
  { text: 'nav.contact', page: pages.contact },
] as const;

const supportLinks = [
  { text: 'nav.dashboard', page: pages.dashboard },
  { text: 'footer.help', page: pages.contact },
  { text: 'footer.terms', page: pages.terms },
  { text: 'footer.privacy', page: pages.privacy },
] as const;

const linkClass =
  'inline-flex min-h-11 min-w-11 items-center px-2 text-on-night-2 max-sm:text-sm underline-offset-4 hover:text-on-night hover:underline';

function LinkList({
  heading,
  links,
}: {
  readonly heading: 'footer.quickLinks' | 'footer.support';
  readonly links: readonly { readonly text: TextKey; readonly page: Page }[];
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="tracking-normal">
        {t(heading)}
      </h2>
      <ul className="-mx-2 flex flex-wrap sm:block">
        {shownLinks(links).map(({ text, to }) => (
          <li key={text}>
            <Link to={to} className={linkClass}>
              {t(text)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Company() {
  const { t } = useTranslation();
  return (
    <div className="sm:col-span-2 lg:col-span-1">
      <BrandLink className="max-sm:hidden" />
      <p className="my-3 max-w-[26em] text-on-night-2 max-sm:hidden">
        <Phrases text={t('footer.about')} />
      </p>
      <address className="max-w-[26em] text-balance text-on-night-2 not-italic max-sm:text-sm">
        <span className="block font-mid text-on-night">{t('footer.company')}</span>
        {t('footer.address')}
        <p className="flex flex-wrap gap-x-6">
          <PhoneLink text={t('footer.phone')} className="hover:text-on-night" />
          <EmailLink text={t('footer.email')} className="hover:text-on-night" />
        </p>
      </address>
    </div>
  );
}

// The specification gives the button no behaviour: nothing is sent.
function StayUpdated() {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="sm:col-span-2 lg:col-span-1">
      <h2 className="tracking-normal">{t('footer.stayUpdated')}</h2>
      <p className="text-on-night-2 max-sm:hidden">{t('footer.stayUpdatedText')}</p>
      <Form className="mt-2 flex flex-wrap gap-2">
        <label htmlFor={id} className="sr-only">
          {t('footer.yourEmail')}
        </label>
        <input
          id={id}
          type="email"
          autoComplete="email"
          placeholder={t('footer.yourEmail')}
          className="min-h-12 min-w-0 flex-1 basis-44 rounded-md border-[1.5px] border-on-night/50 bg-transparent px-4 text-on-night placeholder:text-on-night-2"
        />
        <button type="submit" className={buttonClass({ tone: 'night' })}>
          {t('footer.subscribe')}
        </button>
      </Form>
    </div>
  );
}

/** Company, address and links (spec §2). */
export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className="on-river">
      <RiverLine className="block h-8 w-full sm:h-14" />
      <div className="wrap grid gap-x-6 gap-y-2 py-4 sm:grid-cols-2 sm:gap-5 sm:pt-12 lg:grid-cols-[1.7fr_1fr_1fr_1.7fr] lg:gap-10">
        <Company />
        <LinkList heading="footer.quickLinks" links={quickLinks} />
        <LinkList heading="footer.support" links={supportLinks} />
        <StayUpdated />
      </div>
      <div className="border-t border-night-line">
        <p className="wrap flex flex-wrap justify-between gap-x-6 py-2 text-sm text-on-night-2">
          <span>{t('footer.copyright')}</span>
          <span>{t('footer.licence')}</span>
        </p>
      </div>
    </footer>
  );
}
