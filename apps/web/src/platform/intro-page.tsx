import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageIntro } from '#ui/page-intro.tsx';
import type { TextKey } from './i18n.ts';

export interface IntroPageProps {
  readonly eyebrow: TextKey;
  readonly title: TextKey;
  readonly text: TextKey;
  /** Below the text of the introduction. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A public page below its introduction. */
export function IntroPage({ eyebrow, title, text, action, children }: IntroPageProps) {
  const { t } = useTranslation();
  return (
    <div className="wrap py-12 lg:py-20">
      <PageIntro eyebrow={t(eyebrow)} title={t(title)} text={t(text)}>
        {action}
      </PageIntro>
      {children}
    </div>
  );
}
