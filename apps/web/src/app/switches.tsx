import { Globe, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { changeLanguage, useLanguage } from '#platform/i18n.ts';
import { ThaiWord } from '#drawings/thai-word.tsx';
import { logFailure } from '#platform/log.ts';
import { useTheme } from '#platform/theme.ts';
import { IconButton } from '#ui/button.tsx';

/** To the other language, named in that language; the page and what is typed stay. */
export function LanguageSwitch({ full = false }: { readonly full?: boolean }) {
  const { t } = useTranslation();
  const other = useLanguage() === 'th' ? 'en' : 'th';
  const name = t(other === 'en' ? 'language.en' : 'language.th');
  function change() {
    changeLanguage(other).catch((error: unknown) => {
      logFailure('the language could not be changed', error);
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
      <Globe className="size-5 max-[25rem]:hidden" strokeWidth={1.6} aria-hidden />
      {full ? name : other === 'th' ? <ThaiWord /> : t('language.shortEn')}
    </button>
  );
}

/** To the other theme; the choice is remembered, until then the system's is followed. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const { theme, toggle } = useTheme();
  return (
    <IconButton label={t(theme === 'dark' ? 'theme.light' : 'theme.dark')} onClick={toggle}>
      <Moon className="size-5 dark:hidden" strokeWidth={1.6} aria-hidden />
      <Sun className="hidden size-5 dark:block" strokeWidth={1.6} aria-hidden />
    </IconButton>
  );
}
