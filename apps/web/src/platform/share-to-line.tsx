import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { settings } from './env.ts';

/** Opens LINE with the address of the page and nothing else: a fragment may be the right to read it. */
export function ShareToLine({ className }: { readonly className?: string }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const text = encodeURIComponent(settings().siteUrl + pathname + search);
  return (
    <a
      href={`https://line.me/R/share?text=${text}`}
      target="_blank"
      rel="noopener noreferrer"
      className={`inline-flex min-h-11 items-center gap-2 font-mid text-teal hover:underline print:hidden ${className ?? ''}`}
    >
      {t('action.shareToLine')}
    </a>
  );
}
