import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { focusHeading } from '#platform/page-changes.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { cardClass } from '#ui/parts/card.tsx';

interface ContinueCardProps {
  /** The id of its heading. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly action: { readonly to: string; readonly text: string; readonly onOpen?: () => void };
  readonly onDrop: () => void;
  readonly children?: ReactNode;
}

/** What was begun before signing in, or left: it is continued, or dropped. */
export function ContinueCard({ id, title, text, action, onDrop, children }: ContinueCardProps) {
  const { t } = useTranslation('hold');
  function drop() {
    onDrop();
    focusHeading();
  }
  return (
    <section aria-labelledby={id} className={`mt-6 grid gap-4 ${cardClass}`}>
      <div>
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        <p className="text-sm text-ink-2">{text}</p>
      </div>
      {children}
      <div className="flex flex-wrap items-center gap-3">
        <Link to={action.to} onClick={action.onOpen} className={buttonClass({})}>
          {action.text}
        </Link>
        <Button tone="link" onClick={drop}>
          {t('continue.drop')}
        </Button>
      </div>
    </section>
  );
}
