import { ChevronDown, Users } from 'lucide-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlightSearch } from '@bkksiam/domain/flight-search';
import { passengersOf } from '@bkksiam/domain/search-passengers';
import { usePassengersText } from '#entities/search/passengers-text.ts';
import { loadTexts } from '#platform/i18n.ts';
import { useLazyPanel } from '#platform/lazy-components.ts';

async function loadPanel() {
  const [code] = await Promise.all([import('./passengers-panel.tsx'), loadTexts('flights')]);
  return code.PassengersPanel;
}

/** The passengers by type, of the feature `flights`: on a button that opens their choices. */
export function PassengersField({ search }: { readonly search: FlightSearch }) {
  const { t } = useTranslation();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { Panel, open, close } = useLazyPanel(loadPanel);
  const passengersText = usePassengersText();
  return (
    <div className="min-w-0">
      <span id={id} className="block text-xs font-mid text-ink-2">
        {t('field.passengers')}
      </span>
      <button
        ref={button}
        type="button"
        id={`${id}-button`}
        aria-labelledby={`${id} ${id}-button`}
        aria-haspopup="dialog"
        aria-expanded={Panel !== undefined}
        onClick={Panel ? close : open}
        className="relative flex h-11 w-full min-w-0 items-center pr-5 text-left font-mid min-[25rem]:pl-7"
      >
        <Users className="pointer-events-none absolute left-0 size-5 text-teal max-[25rem]:hidden" />
        <span className="truncate">{passengersText(passengersOf(search))}</span>
        <ChevronDown className="pointer-events-none absolute right-0 size-4.5 text-ink-2" />
      </button>
      {Panel && <Panel label={t('field.passengers')} opener={button} onClose={close} />}
    </div>
  );
}
