import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { classNames } from './class-names.ts';

export interface ComboboxOption<Value extends string> {
  readonly value: Value;
  /** The text of the input once it is chosen. */
  readonly text: string;
  readonly detail: string;
}

export interface ComboboxProps<Value extends string> {
  readonly id: string;
  readonly name: string;
  readonly chosen: ComboboxOption<Value> | undefined;
  /** The matches of a text, best first; all options for an empty one. */
  readonly find: (text: string) => readonly ComboboxOption<Value>[];
  /** Called with null when the input is emptied, or left with a text without matches. */
  readonly onChoose: (value: Value | null) => void;
  readonly placeholder: string;
  readonly listLabel: string;
  /** The number of matches, for screen readers. */
  readonly countText: (count: number) => string;
  readonly noneText: string;
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean;
  readonly className?: string;
  readonly listClassName?: string;
}

/** Text that has not been committed, and the choice it was typed over: another choice discards it. */
interface TypedText {
  readonly text: string;
  readonly over: string | null;
}

/** Chooses the best match of a text that was left before its options were there. */
function useLateMatch<Value extends string>(
  leftText: string | undefined,
  { find, onChoose }: ComboboxProps<Value>,
) {
  useEffect(() => {
    const [best] = leftText ? find(leftText) : [];
    if (best) onChoose(best.value);
  });
}

function useCombobox<Value extends string>(props: ComboboxProps<Value>) {
  const { chosen, find, onChoose } = props;
  const [typed, setTyped] = useState<TypedText>();
  /** The index of the active option, -1 for none; undefined while the list is closed. */
  const [active, setActive] = useState<number>();
  const chosenValue = chosen?.value ?? null;
  const text = typed?.over === chosenValue ? typed.text : undefined;
  const isOpen = active !== undefined;
  const options = isOpen ? find(text ?? '') : [];
  const activeOption = options[active ?? -1];
  useLateMatch(isOpen ? undefined : text, props);

  const chosenIndex = () => find(text ?? '').findIndex(({ value }) => value === chosenValue);
  const close = () => setActive(undefined);

  function choose(value: Value) {
    setTyped(undefined);
    close();
    if (value !== chosenValue) onChoose(value);
  }
  /** A text that arrives without the focus, as from before hydration, chooses its best match. */
  function type(value: string, isFocused: boolean) {
    const [best] = isFocused ? [] : find(value);
    if (best !== undefined) choose(best.value);
    else setTyped({ text: value, over: chosenValue });
    if (isFocused) setActive(value.trim() === '' ? -1 : 0);
  }
  function open() {
    if (!isOpen) setActive(chosenIndex());
  }
  function move(step: 1 | -1) {
    if (!isOpen) setActive(Math.max(0, chosenIndex()));
    else if (options.length > 0) {
      const from = active === -1 && step === -1 ? 0 : active;
      setActive((from + step + options.length) % options.length);
    }
  }
  /** Chooses the active option; a text that fits nothing clears the choice. */
  function commit() {
    if (activeOption !== undefined) {
      choose(activeOption.value);
      return;
    }
    close();
    if (text === undefined) return;
    setTyped(text.trim() === '' ? undefined : { text, over: null });
    if (chosenValue !== null) onChoose(null);
  }
  /** Closes the list and restores the choice. */
  function cancel() {
    setTyped(undefined);
    close();
  }
  return {
    text: text ?? chosen?.text ?? '',
    isOpen,
    options,
    activeOption,
    choose,
    type,
    open,
    move,
    commit,
    cancel,
  };
}

type ComboboxState<Value extends string> = ReturnType<typeof useCombobox<Value>>;

function pressKey<Value extends string>(
  event: KeyboardEvent,
  combobox: ComboboxState<Value>,
): void {
  const keys: Partial<Record<string, () => void>> = {
    ArrowDown: () => combobox.move(1),
    ArrowUp: () => combobox.move(-1),
    ...(combobox.isOpen && { Enter: combobox.commit, Escape: combobox.cancel }),
  };
  const action = event.nativeEvent.isComposing ? undefined : keys[event.key];
  if (action === undefined) return;
  event.preventDefault();
  action();
}

function Options<Value extends string>({
  id,
  label,
  combobox,
}: {
  readonly id: string;
  readonly label: string;
  readonly combobox: ComboboxState<Value>;
}) {
  const { options, activeOption: active, choose } = combobox;
  useEffect(() => {
    if (active === undefined) return;
    document.getElementById(`${id}-${active.value}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <div id={id} role="listbox" aria-label={label} className="max-h-72 overflow-y-auto p-2">
      {options.map(({ value, text, detail }) => (
        <button
          key={value}
          id={`${id}-${value}`}
          type="button"
          role="option"
          aria-selected={value === active?.value}
          tabIndex={-1}
          onClick={() => choose(value)}
          className={classNames(
            'flex min-h-11 w-full items-baseline gap-3 rounded-sm px-3 py-2 text-left outline-0 select-none hover:bg-sunken',
            value === active?.value && 'bg-teal-soft',
          )}
        >
          <span className="num w-12 flex-none font-strong">{text}</span>
          <span className="min-w-0 text-sm text-ink-2">{detail}</span>
        </button>
      ))}
    </div>
  );
}

/**
 * An input with a list of matches (WAI-ARIA combobox with a listbox). Typing activates the best match; Enter, Tab or a
 * press chooses it; Escape restores the choice.
 */
export function Combobox<Value extends string>(props: ComboboxProps<Value>) {
  const combobox = useCombobox(props);
  const list = useId();
  const { isOpen, options, activeOption: active } = combobox;
  const isListed = options.length > 0;
  return (
    <>
      <input
        id={props.id}
        name={props.name}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={isListed ? list : undefined}
        aria-activedescendant={active && `${list}-${active.value}`}
        aria-describedby={props.describedBy}
        aria-invalid={props.invalid === true || undefined}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        placeholder={props.placeholder}
        value={combobox.text}
        onChange={({ target }) => combobox.type(target.value, target === document.activeElement)}
        onFocus={(event) => event.target.select()}
        onClick={combobox.open}
        onBlur={combobox.commit}
        onKeyDown={(event) => pressKey(event, combobox)}
        className={props.className}
      />
      <p aria-live="polite" className="sr-only">
        {isOpen && (isListed ? props.countText(options.length) : props.noneText)}
      </p>
      {isOpen && (
        // Pressing the list must not move the focus out of the input.
        <div
          role="presentation"
          onMouseDown={(event) => event.preventDefault()}
          className={classNames(
            'rising absolute z-30 rounded-md border border-line bg-surface text-ink shadow-3',
            props.listClassName,
          )}
        >
          {isListed ? (
            <Options id={list} label={props.listLabel} combobox={combobox} />
          ) : (
            <p aria-hidden className="px-4 py-3 text-sm text-ink-2">
              {props.noneText}
            </p>
          )}
        </div>
      )}
    </>
  );
}
