import { useEffect, useState, type ComponentType } from 'react';
import { ContactPage } from '#features/contact/contact-page.tsx';
import { loadInnerTexts } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';

/** The contact page, which asks before an unsent message is left. What asks comes with the first word. */
export function Component() {
  const [unsent, setUnsent] = useState(false);
  const [Question, setQuestion] = useState<ComponentType>();
  useEffect(() => {
    if (!unsent) return;
    Promise.all([import('./leave-guard.tsx'), loadInnerTexts()])
      .then(([{ LeaveQuestion }]) => setQuestion(() => LeaveQuestion))
      .catch((error: unknown) => logFailure('nobody asks before the page is left', error));
  }, [unsent]);
  return (
    <>
      <ContactPage onUnsent={setUnsent} />
      {Question && <Question />}
    </>
  );
}
