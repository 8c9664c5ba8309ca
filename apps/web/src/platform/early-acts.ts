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

/** What was done on the page and is not done again yet. */
class Backlog {
  /** The words to hand over, as they stood last. */
  readonly typed = new Map<Field, string>();
  readonly acts: EarlyAct[] = [];
  /** The application is there to be told. */
  following = false;
  /** An act is being done again at this very moment. */
  repeating = false;
  #inHand: Pick<EarlyAct, 'element'>[] = [];
  #last: Promise<void> = Promise.resolve();

  /** Whether something done in the form waits for the application to hear of it. */
  holds(form: HTMLFormElement | null): boolean {
    const pressed = [...this.acts, ...this.#inHand].map(({ element }) => element);
    return [...this.typed.keys(), ...pressed].some((each) => form?.contains(each));
  }

  /** One after another, in the order they were done, words before the presses that follow them. */
  follow(): void {
    if (!this.following) return;
    this.#last = this.#last
      .then(() => this.#goOn())
      .catch((error: unknown) => {
        logFailure('what was done on the painted page is lost', error);
      });
  }

  async #goOn(): Promise<void> {
    for (const [field, value] of this.typed) {
      this.typed.delete(field);
      this.#inHand = [{ element: field }];
      await handOver(field, value);
    }
    const acts = this.acts.splice(0);
    for (this.#inHand = acts; acts[0]; acts.shift()) {
      if (!(await taken(acts[0].element))) continue;
      this.repeating = true;
      acts[0].act();
      this.repeating = false;
    }
  }
}

/** Goes no further: neither the application nor the browser hears of it now. */
function keepBack(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * React hears what is done at the root before it bubbles up. What it cannot take over at once goes no further; what it
 * can it takes over there and then, and acts on itself. So a press is kept on the way down, and let go where it has
 * come up again from a part that React knows by then. Not so what changes a field: React finds the field changed
 * already when it takes it over, and takes that for no change. Nor the press of a button that follows words React does
 * not know of yet: it would act on the form without them.
 */
function keepPresses(page: Document, backlog: Backlog): void {
  const { acts } = backlog;
  page.addEventListener(
    'click',
    (event) => {
      const element = event.target instanceof Element ? pressTarget(event.target) : null;
      if (element === null || backlog.repeating) return;
      const hasWordsAhead = element instanceof HTMLButtonElement && backlog.holds(element.form);
      if (isTaken(element) && !hasWordsAhead) return;
      if (hasWordsAhead) keepBack(event);
      acts.push({ element, act: () => press(element) });
      setTimeout(() => backlog.follow());
    },
    true,
  );
  page.addEventListener('click', ({ target }) => {
    const kept = acts.at(-1)?.element;
    if (backlog.repeating || !kept || isTick(kept) || !(target instanceof Element)) return;
    if (pressTarget(target) === kept && isTaken(kept)) acts.pop();
  });
}

function keepWords(page: Document, backlog: Backlog): void {
  const { typed } = backlog;
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
      setTimeout(() => backlog.follow());
    },
    true,
  );
}

/**
 * Nothing is submitted by the browser itself: what is typed would end up in the address. Nor by the application before
 * it knows what is typed: the press that submits a form makes React take it over on the spot, empty as it was painted.
 */
function keepSubmissions(page: Document, backlog: Backlog): void {
  page.addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || backlog.repeating) return;
      if (isTaken(form) && backlog.following && !backlog.holds(form)) return;
      keepBack(event);
      backlog.acts.push(submission(form));
      backlog.follow();
    },
    true,
  );
}

/** Keeps the presses, submissions and words of a person on parts of the page that the application does not know yet. */
export function keepEarlyActs(page: Document): EarlyActs {
  const backlog = new Backlog();
  keepPresses(page, backlog);
  keepWords(page, backlog);
  keepSubmissions(page, backlog);
  return {
    repeat() {
      if (backlog.following) return;
      backlog.following = true;
      const { typed } = backlog;
      // What the browser itself has filled in, such as a saved password, came without an event of its own.
      for (const field of page.querySelectorAll('input, textarea')) {
        if (!isField(field) || typed.has(field) || field instanceof HTMLSelectElement) continue;
        if (field.value !== field.defaultValue) typed.set(field, field.value);
      }
      backlog.follow();
    },
  };
}
