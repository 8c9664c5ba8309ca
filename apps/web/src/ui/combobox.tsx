import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { classNames } from './class-names.ts';

/** One of the things to choose from. */
export interface ComboboxOption<Value extends string> {
  readonly value: Value;
  /** Stands in the box once it is chosen, and large in the list. */
  readonly text: string;
  /** Says more about it in the list. */
  readonly detail: string;
}

export interface ComboboxProps<Value extends string> {
  readonly id: string;
  readonly name: string;
  readonly chosen: ComboboxOption<Value> | undefined;
  /** What fits the typed text, best first; everything for an empty one. */
  readonly find: (text: string) => readonly ComboboxOption<Value>[];
  /** Null when the box is emptied, or left with a text that fits nothing. */
  readonly onChoose: (value: Value | null) => void;
  readonly placeholder: string;
  readonly listLabel: string;
  /** How many fit, for those who do not see the list. */
  readonly countText: (count: number) => string;
  /** Said when nothing fits. */
  readonly noneText: string;
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean;
  readonly className?: string;
  /** Where the list lies, relative to what holds the box. */
  readonly listClassName?: string;
}

/** What is typed and not settled yet, and over which choice: it is void when another one has come meanwhile. */
interface Typed {
  readonly text: string;
  readonly over: string | null;
}

/** The place after this one, or before it, in a ring; -1 is outside. */
function nextOf(count: number, at: number, step: 1 | -1): number {
  if (count === 0) return -1;
  return ((at < 0 && step === -1 ? 0 : at) + step + count) % count;
}

function useCombobox<Value extends string>({ chosen, find, onChoose }: ComboboxProps<Value>) {
  const [typed, setTyped] = useState<Typed>();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const over = chosen?.value ?? null;
  const text = typed?.over === over ? typed.text : undefined;
  const options = open ? find(text ?? '') : [];

  const chosenAt = () => find(text ?? '').findIndex(({ value }) => value === over);

  function show(at: number) {
    setOpen(true);
    setActive(at);
  }
  function close() {
    setOpen(false);
    setActive(-1);
  }
  const choose = (value: Value) => {
    setTyped(undefined);
    close();
    if (value !== over) onChoose(value);
  };
  const type = (value: string) => {
    setTyped({ text: value, over });
    show(value.trim() === '' ? -1 : 0);
  };
  const unfold = () => {
    if (!open) show(chosenAt());
  };
  const move = (step: 1 | -1) => {
    if (open) setActive(nextOf(options.length, active, step));
    else show(Math.max(0, chosenAt()));
  };
  /** Takes what is marked, or what the text leaves: nothing. */
  const settle = () => {
    const marked = options[active];
    if (marked !== undefined) {
      choose(marked.value);
      return;
    }
    close();
    if (text === undefined) return;
    setTyped(text.trim() === '' ? undefined : { text, over: null });
    if (over !== null) onChoose(null);
  };
  /** Closes the list and drops what was typed over the choice. */
  const giveUp = () => {
    setTyped(undefined);
    close();
  };
  return {
    text: text ?? chosen?.text ?? '',
    open,
    options,
    active: options[active],
    choose,
    type,
    unfold,
    move,
    settle,
    giveUp,
  };
}

type Box<Value extends string> = ReturnType<typeof useCombobox<Value>>;

function pressKey<Value extends string>(event: KeyboardEvent, box: Box<Value>): void {
  const keys: Partial<Record<string, () => void>> = {
    ArrowDown: () => box.move(1),
    ArrowUp: () => box.move(-1),
    ...(box.open && { Enter: box.settle, Escape: box.giveUp }),
  };
  const action = event.nativeEvent.isComposing ? undefined : keys[event.key];
  if (action === undefined) return;
  event.preventDefault();
  action();
}

function Options<Value extends string>({
  id,
  label,
  box,
}: {
  readonly id: string;
  readonly label: string;
  readonly box: Box<Value>;
}) {
  const { options, active, choose } = box;
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
 * A box to type in with a list of what fits (WAI-ARIA combobox with a listbox). Typing marks the best fit; Enter, Tab or
 * a press takes it; arrows walk the list; Escape gives back the choice there was.
 */
export function Combobox<Value extends string>(props: ComboboxProps<Value>) {
  const box = useCombobox(props);
  const list = useId();
  const { open, options, active } = box;
  return (
    <>
      <input
        id={props.id}
        name={props.name}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open && options.length > 0}
        aria-controls={open && options.length > 0 ? list : undefined}
        aria-activedescendant={active && `${list}-${active.value}`}
        aria-describedby={props.describedBy}
        aria-invalid={props.invalid === true || undefined}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        placeholder={props.placeholder}
        value={box.text}
        onChange={(event) => box.type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onClick={box.unfold}
        onBlur={box.settle}
        onKeyDown={(event) => pressKey(event, box)}
        className={props.className}
      />
      <p aria-live="polite" className="sr-only">
        {open && options.length > 0 && props.countText(options.length)}
        {open && options.length === 0 && props.noneText}
      </p>
      {open && (
        // Pressing the list must not take the focus out of the box.
        <div
          role="presentation"
          onMouseDown={(event) => event.preventDefault()}
          className={classNames(
            'rising absolute z-30 rounded-md border border-line bg-surface text-ink shadow-3',
            props.listClassName,
          )}
        >
          {options.length > 0 ? (
            <Options id={list} label={props.listLabel} box={box} />
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
