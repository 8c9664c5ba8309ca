import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';

function toMain(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** The first stop of the keyboard: past the menus, into the page. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a
      href="#main"
      onClick={toMain}
      className="sr-only focus:not-sr-only focus:fixed focus:top-4 focus:left-4 focus:z-50 focus:rounded-md focus:bg-surface focus:px-4 focus:py-3 focus:text-ink focus:shadow-2"
    >
      {t('nav.skip')}
    </a>
  );
}
