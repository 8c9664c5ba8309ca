import {
  useEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { CrossButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Steps, useItemKeys, type ItemFrameProps } from './drawer.tsx';
import { useGroupedText } from './list-texts.ts';

export interface PaneFrameProps extends ItemFrameProps {
  /** Undefined until the item is known. */
  readonly title: string | undefined;
  /** Beside the title. */
  readonly action?: ReactNode;
  /** Of the header with what follows it. */
  readonly className?: string;
  readonly headerClassName?: string;
}

/** Focuses the heading of the pane when an action has removed the element that had the focus. */
function useFocusAfterRemoval(heading: RefObject<HTMLElement | null>) {
  const focused = useRef<Element>(null);
  useEffect(() => {
    const isRemoved = focused.current?.isConnected === false;
    if (isRemoved && document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true });
    }
  });
  return ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
    // Not in a dialog above, which gives the focus back itself.
    if (currentTarget.contains(target)) focused.current = target;
  };
}

/** The selected item beside a list. It takes the focus of the row that opened it; Escape closes it. */
export function PaneFrame({ title, action, children, ...frame }: PaneFrameProps) {
  const { item, texts } = frame;
  const { t } = useTranslation();
  const text = useGroupedText();
  const heading = useRef<HTMLHeadingElement>(null);
  useItemKeys(frame);
  useEffect(() => heading.current?.focus(), []);
  const onFocus = useFocusAfterRemoval(heading);
  /** Escape in a dialog above, which React passes on to here, closes that alone. */
  function press(event: KeyboardEvent<HTMLDivElement>) {
    const isInside = event.currentTarget.contains(event.target as Node);
    if (event.key === 'Escape' && isInside && !event.defaultPrevented) item.onClose();
  }
  return (
    // Keys of the fields and buttons inside.
    <div
      role="presentation"
      onKeyDown={press}
      onFocus={onFocus}
      className={classNames('text-sm', frame.className)}
    >
      <header
        className={classNames(
          'flex items-center max-[22rem]:flex-wrap sm:gap-1',
          frame.headerClassName ?? 'mb-1',
        )}
      >
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
