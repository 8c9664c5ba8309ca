import { X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/button.tsx';
import { Steps, useDrawerKeys, type Neighbours } from './drawer.tsx';

export interface PaneFrameProps {
  readonly title: string;
  readonly neighbours: Neighbours;
  readonly texts: Parameters<typeof Steps>[0]['texts'];
  /** Single keys beside those that move between rows. */
  readonly keys?: Parameters<typeof useDrawerKeys>[1];
  /** Beside the title. */
  readonly action?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The selected item beside a list. It takes the focus of the row that opened it; Escape closes it. */
export function PaneFrame(props: PaneFrameProps) {
  const { title, neighbours, texts, keys = [], action, onClose, children } = props;
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useDrawerKeys(neighbours, keys);
  useEffect(() => heading.current?.focus(), []);
  /** Escape in a dialog above, which React passes on to here, closes that alone. */
  function press(event: KeyboardEvent<HTMLDivElement>) {
    const isInside = event.currentTarget.contains(event.target as Node);
    if (event.key === 'Escape' && isInside && !event.defaultPrevented) onClose();
  }
  return (
    // Keys of the fields and buttons inside.
    <div role="presentation" onKeyDown={press} className="text-sm">
      <header className="mb-3 flex items-center sm:gap-1">
        <h2
          ref={heading}
          tabIndex={-1}
          className="num mr-auto text-md tracking-normal whitespace-nowrap sm:text-lg"
        >
          {title}
        </h2>
        {action}
        <Steps neighbours={neighbours} texts={texts} />
        <IconButton label={t('action.close')} onClick={onClose} className="-mr-2 hover:bg-sunken">
          <X className="size-5" />
        </IconButton>
      </header>
      {children}
    </div>
  );
}
