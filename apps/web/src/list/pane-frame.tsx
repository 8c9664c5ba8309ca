import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CrossButton } from '#ui/button.tsx';
import { Steps, useItemKeys, type ItemFrameProps } from './drawer.tsx';
import { useGroupedText } from './list-texts.ts';

export interface PaneFrameProps extends ItemFrameProps {
  /** Undefined until the item is known. */
  readonly title: string | undefined;
  /** Beside the title. */
  readonly action?: ReactNode;
}

/** The selected item beside a list. It takes the focus of the row that opened it; Escape closes it. */
export function PaneFrame({ title, action, children, ...frame }: PaneFrameProps) {
  const { item, texts } = frame;
  const { t } = useTranslation();
  const text = useGroupedText();
  const heading = useRef<HTMLHeadingElement>(null);
  useItemKeys(frame);
  useEffect(() => heading.current?.focus(), []);
  /** Escape in a dialog above, which React passes on to here, closes that alone. */
  function press(event: KeyboardEvent<HTMLDivElement>) {
    const isInside = event.currentTarget.contains(event.target as Node);
    if (event.key === 'Escape' && isInside && !event.defaultPrevented) item.onClose();
  }
  return (
    // Keys of the fields and buttons inside.
    <div role="presentation" onKeyDown={press} className="text-sm">
      <header className="mb-1 flex items-center sm:gap-1">
        <h2
          ref={heading}
          tabIndex={-1}
          className="num mr-auto text-md tracking-normal whitespace-nowrap sm:text-lg"
        >
          {title ?? text(`${texts}one`)}
        </h2>
        {action}
        <Steps {...frame} />
        <CrossButton
          label={t('action.close')}
          onClick={item.onClose}
          className="-mr-2 hover:bg-sunken"
        />
      </header>
      {children}
    </div>
  );
}
