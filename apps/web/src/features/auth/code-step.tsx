import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadInnerTexts } from '#platform/i18n.ts';
import { latePart } from '#platform/late-part.ts';
import { Skeleton } from '#ui/feedback.tsx';
import { BoardingPass } from './boarding-pass.tsx';
import type { CodePassProps } from './code-pass.tsx';

// Few accounts have a second factor, so its form and texts come only for them.
const CodePass = latePart(async () => {
  const [{ CodePass: Loaded }] = await Promise.all([import('./code-pass.tsx'), loadInnerTexts()]);
  return Loaded;
});

/** {@link CodePass}, with its place held while its code comes. */
export function CodeStep(props: CodePassProps) {
  const { t } = useTranslation();
  const { brand, heading, close } = props;
  const waiting = (
    <BoardingPass
      {...(brand !== undefined && { brand })}
      title={heading(t('signIn.title'))}
      close={close}
    >
      <div aria-busy="true" className="grid gap-4">
        <p className="sr-only">{t('state.loadingPage')}</p>
        <Skeleton className="h-20" />
        <Skeleton className="h-14" />
      </div>
    </BoardingPass>
  );
  return (
    <Suspense fallback={waiting}>
      <CodePass {...props} />
    </Suspense>
  );
}
