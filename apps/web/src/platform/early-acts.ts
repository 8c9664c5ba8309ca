import { logFailure } from './log.ts';
import { isTaken, taken } from './takeover.ts';

/** What a person has done on the painted page. */
export interface EarlyActs {
  /** Does again what was done, part by part as the application takes them over. */
  readonly repeat: () => void;
}

interface EarlyAct {
  /** What must be taken over for it. */
  readonly element: HTMLElement;
  readonly act: () => void;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type PressTarget = HTMLButtonElement | HTMLInputElement;

function isTick(element: HTMLElement): element is HTMLInputElement {
  return element instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(element.type);
}

function isField(target: EventTarget | null): target is Field {
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !isTick(target))
  );
}

function type(field: Field, value: string): void {
  if (field instanceof HTMLSelectElement) {
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  // React remembers the last value it knows of and ignores an event that brings no other.
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** What a press is meant for; a form is sent by its submission. */
function pressTarget(pressed: Element): PressTarget | null {
  const element = pressed.closest<PressTarget>('button, input');
  return element?.type === 'submit' ? null : element;
}

/**
 * A press on a field asks for what it offers, which is no longer wanted once the person has gone on to another. What
 * the browser has marked by itself is marked again, because the application hears of changes only.
 */
function press(element: PressTarget): void {
  if (element instanceof HTMLInputElement) {
    if (isTick(element)) element.checked = !element.checked;
    else if (document.activeElement !== element) return;
  }
  element.click();
}

/** Tells the application what was typed into a field that it takes over as it is, without knowing what is in it. */
async function handOver(field: Field, value: string): Promise<void> {
  if (!(await taken(field))) return;
  type(field, value);
  // A form may build its next state on the last one drawn.
  await new Promise((resolve) => setTimeout(resolve));
  if (field !== document.activeElement) {
    field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  }
}

/** What Enter in a field of a form asks for: in a box with a list the best fit, elsewhere to send the form. */
function submission(form: HTMLFormElement): EarlyAct {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement) || field.role !== 'combobox') {
    return { element: form, act: () => form.requestSubmit() };
  }
  const enter = { key: 'Enter', bubbles: true, cancelable: true };
  return { element: field, act: () => field.dispatchEvent(new KeyboardEvent('keydown', enter)) };
}

/**
 * React hears what is done at the root before it bubbles up. What it cannot take over at once goes no further; what it
 * can it takes over there and then, and acts on itself. So a press is kept on the way down, and let go where it has
 * come up again from a part that React knows by then. Not so what changes a field: React finds the field changed
 * already when it takes it over, and takes that for no change.
 */
function keepPresses(page: Document, acts: EarlyAct[], follow: () => void): void {
  page.addEventListener(
    'click',
    ({ target }) => {
      const element = target instanceof Element ? pressTarget(target) : null;
      if (element === null || isTaken(element)) return;
      acts.push({ element, act: () => press(element) });
      setTimeout(follow);
    },
    true,
  );
  page.addEventListener('click', ({ target }) => {
    const kept = acts.at(-1)?.element;
    if (!kept || isTick(kept) || !(target instanceof Element)) return;
    if (pressTarget(target) === kept && isTaken(kept)) acts.pop();
  });
}

/**
 * Keeps the presses, submissions and words of a person on parts of the page that the application does not know yet.
 * Nothing is submitted by the browser itself: what is typed would end up in the address.
 */
export function keepEarlyActs(page: Document): EarlyActs {
  const typed = new Map<Field, string>();
  const acts: EarlyAct[] = [];
  let following = false;
  let last: Promise<void> = Promise.resolve();

  async function goOn(): Promise<void> {
    for (const [field, value] of typed) {
      typed.delete(field);
      await handOver(field, value);
    }
    for (const { element, act } of acts.splice(0)) if (await taken(element)) act();
  }
  /** One after another, in the order they were done, words before the presses that follow them. */
  function follow(): void {
    if (!following) return;
    last = last.then(goOn).catch((error: unknown) => {
      logFailure('what was done on the painted page is lost', error);
    });
  }
  keepPresses(page, acts, follow);
  page.addEventListener(
    'input',
    ({ target }) => {
      if (!isField(target)) return;
      // The application hears of it itself; what was typed before is overtaken.
      if (isTaken(target)) {
        typed.delete(target);
        return;
      }
      typed.set(target, target.value);
      setTimeout(follow);
    },
    true,
  );
  page.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || isTaken(form)) return;
    event.preventDefault();
    acts.push(submission(form));
    follow();
  });
  return {
    repeat() {
      if (following) return;
      following = true;
      // What the browser itself has filled in, such as a saved password, came without an event of its own.
      for (const field of page.querySelectorAll('input, textarea')) {
        if (!isField(field) || typed.has(field) || field instanceof HTMLSelectElement) continue;
        if (field.value !== field.defaultValue) typed.set(field, field.value);
      }
      follow();
    },
  };
}
