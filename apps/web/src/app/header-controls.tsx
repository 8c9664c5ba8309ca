import { Globe, Moon, Sun } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { BrandMark } from '#drawings/brand-mark.tsx';
import thaiWord from '#drawings/thai-word.svg?no-inline';
import { pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { changeLanguage, useLanguage } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { useTheme } from '#platform/theme.ts';
import { showToast } from '#platform/toast.ts';
import { IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';

function focusMain(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** Skips the navigation for keyboard users. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a
      href="#main"
      onClick={focusMain}
      className="sr-only focus:not-sr-only focus:fixed focus:top-4 focus:left-4 focus:z-50 focus:rounded-md focus:bg-surface focus:px-4 focus:py-3 focus:text-ink focus:shadow-2"
    >
      {t('nav.skip')}
    </a>
  );
}

/** The mark and the name of the brand, a link to the home page. An agency's logo is in the place of the mark. */
export function BrandLink({ className }: { readonly className?: string }) {
  const { t } = useTranslation();
  const logo = settings().agency?.logo;
  const mark = 'size-9 sm:size-10';
  return (
    <Link
      to={pages.home.href()}
      aria-label={t('nav.home')}
      className={classNames(
        'inline-flex min-h-11 items-center gap-3 text-[1.25rem] leading-none font-strong',
        className,
      )}
    >
      {logo ? (
        <img src={logo} alt="" className={`${mark} object-contain`} />
      ) : (
        <BrandMark className={mark} />
      )}
      {t('brand')}
    </Link>
  );
}

/** The word ไทย, drawn in the site's font: as text it would make every English page load the Thai font. */
function ThaiWord() {
  return (
    <svg viewBox="0 0 1549 1300" className="h-[1.3em] fill-current" aria-hidden>
      <use href={`${thaiWord}#word`} />
    </svg>
  );
}

/** Switches to the other language, named in that language; the page and its form state stay. */
export function LanguageSwitch({ full = false }: { readonly full?: boolean }) {
  const { t } = useTranslation();
  const other = useLanguage() === 'th' ? 'en' : 'th';
  const name = t(other === 'en' ? 'language.en' : 'language.th');
  function change() {
    changeLanguage(other).catch((error: unknown) => {
      logFailure('the language could not be changed', error);
      showToast({
        title: 'language.failed',
        description: 'pages.legal.failedText',
        tone: 'destructive',
      });
    });
  }
  return (
    <button
      type="button"
      lang={other}
      aria-label={name}
      onClick={change}
      className="flex min-h-11 items-center gap-2 rounded-md px-3 font-mid"
    >
      <Globe className="size-5 max-[25rem]:hidden" />
      {full ? name : other === 'th' ? <ThaiWord /> : t('language.shortEn')}
    </button>
  );
}

/** Switches to the other theme, which is then remembered. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const { theme, toggle } = useTheme();
  return (
    <IconButton label={t(theme === 'dark' ? 'theme.light' : 'theme.dark')} onClick={toggle}>
      <Moon className="size-5 dark:hidden" />
      <Sun className="hidden size-5 dark:block" />
    </IconButton>
  );
}
