import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { logRejection } from '#platform/log.ts';
import { classNames } from '#ui/class-names.ts';
import { Dialog, DialogClose, DialogTitle } from '#ui/dialog.tsx';
import { useCommands, type Command, type CommandGroup } from './command-results.ts';

interface ListProps {
  readonly id: string;
  readonly groups: readonly CommandGroup[];
  readonly active: Command | undefined;
  readonly onChoose: (command: Command) => void;
}

function CommandList({ id, groups, active, onChoose }: ListProps) {
  const { t } = useTranslation();
  useEffect(() => {
    if (active === undefined) return;
    document.getElementById(`${id}-${active.key}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('admin.find.results')}
      className="max-h-[min(26rem,60dvh)] overflow-y-auto border-t border-line p-2"
    >
      {groups.map(({ name, commands }) => (
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <p id={`${id}-${name}`} className="px-3 pt-2 pb-1 text-xs font-mid text-ink-2">
            {t(`admin.find.${name}`)}
          </p>
          {commands.map((command) => (
            <button
              key={command.key}
              id={`${id}-${command.key}`}
              type="button"
              role="option"
              aria-selected={command === active}
              tabIndex={-1}
              onClick={() => onChoose(command)}
              className={classNames(
                'flex min-h-11 w-full flex-wrap items-baseline gap-x-3 rounded-sm px-3 py-2 text-left outline-0 select-none hover:bg-sunken',
                command === active && 'bg-teal-soft',
              )}
            >
              <span className="num font-mid wrap-anywhere">{command.text}</span>
              <span className="num min-w-0 text-sm max-sm:w-full sm:ml-auto text-ink-2 wrap-anywhere">
                {command.detail}
              </span>
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The text, the active result and the keys of the combobox. */
function useCommandInput(choose: (command: Command) => void) {
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const [isDue, setDue] = useState(false);
  const results = useCommands(text);
  const commands = results.groups.flatMap((group) => group.commands);
  const last = commands.length - 1;
  const active = commands[Math.min(index, last)];
  const chooseActive = useEffectEvent(() => {
    if (active !== undefined) choose(active);
  });
  // Enter that comes before the results of the typed text waits for them.
  useEffect(() => {
    if (isDue && !results.isStale) chooseActive();
  }, [isDue, results.isStale]);
  return {
    ...results,
    text,
    active,
    count: commands.length,
    type: (value: string) => {
      setText(value);
      setIndex(0);
      setDue(false);
    },
    press: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return;
      const step = { ArrowDown: 1, ArrowUp: last }[event.key];
      if (step !== undefined && last >= 0) {
        setIndex((Math.min(index, last) + step) % (last + 1));
      } else if (event.key === 'Enter') setDue(true);
      else return;
      event.preventDefault();
    },
  };
}

function CommandInput({
  list,
  input: { text, count, active, type, press },
}: {
  readonly list: string;
  readonly input: ReturnType<typeof useCommandInput>;
}) {
  const { t } = useTranslation();
  return (
    <div className="flex items-center gap-3 py-2 pr-2 pl-4 text-ink-3">
      <Search className="size-5 flex-none" />
      <input
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={count > 0}
        aria-controls={count > 0 ? list : undefined}
        aria-activedescendant={active && `${list}-${active.key}`}
        aria-label={t('admin.find.placeholder')}
        placeholder={t('admin.find.placeholder')}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
        className="min-h-11 w-0 min-w-0 flex-1 bg-transparent text-md text-ink outline-0 placeholder:text-ink-3"
      />
      <DialogClose label={t('action.close')} className="text-ink" />
    </div>
  );
}

/** The search of an admin: pages, users and requests, as a combobox in a dialog. */
export function CommandBar({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useId();
  function choose({ to }: Command) {
    onClose();
    logRejection('the page could not be opened', Promise.resolve(navigate(to)));
  }
  const input = useCommandInput(choose);
  const { groups, active, count, failed, isStale } = input;
  const isEmpty = count === 0 && !isStale;
  const none = failed ? t('admin.find.failed') : t('admin.find.none');
  const found = isStale ? t('state.loading') : t('admin.find.count', { count });
  return (
    <Dialog open onClose={onClose} className="max-w-160 self-start rounded-lg bg-surface shadow-3">
      <DialogTitle className="sr-only">{t('admin.find.title')}</DialogTitle>
      <CommandInput list={list} input={input} />
      <p role="status" className="sr-only">
        {failed || isEmpty ? none : found}
      </p>
      {count > 0 && <CommandList id={list} groups={groups} active={active} onChoose={choose} />}
      {(failed || isEmpty) && (
        <p aria-hidden className="border-t border-line px-4 py-3 text-sm text-ink-2">
          {none}
        </p>
      )}
    </Dialog>
  );
}
