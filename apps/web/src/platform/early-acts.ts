/** What a person has done on the painted page. */
export interface EarlyActs {
  /** From now on the application hears of them itself. */
  readonly stop: () => void;
  /** Does again what was done. */
  readonly repeat: () => void;
}

/**
 * Keeps the presses and submissions made before the application is there to hear them. Nothing is submitted by the
 * browser itself: what is typed would end up in the address.
 */
export function keepEarlyActs(page: Document): EarlyActs {
  const acts: (() => void)[] = [];
  function onClick({ target }: Event): void {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button && button.type !== 'submit') acts.push(() => button.click());
  }
  function onSubmit(event: Event): void {
    event.preventDefault();
    const form = event.target;
    if (form instanceof HTMLFormElement) acts.push(() => form.isConnected && form.requestSubmit());
  }
  page.addEventListener('click', onClick);
  page.addEventListener('submit', onSubmit);
  return {
    stop() {
      page.removeEventListener('click', onClick);
      page.removeEventListener('submit', onSubmit);
    },
    repeat() {
      for (const act of acts.splice(0)) act();
    },
  };
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function type(field: Field, value: string): void {
  // React remembers the last value it knows of and ignores an event that brings no other.
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Tells the application what has been typed into painted fields: it takes them over as they are, without knowing
 * what is in them. One after another, as they were typed: a form may build its next state on the last one drawn.
 */
export async function handOverTyped(page: Document): Promise<void> {
  const typed = [...page.querySelectorAll<Field>('input, textarea')]
    .filter((field) => field.type !== 'checkbox' && field.type !== 'radio')
    .filter((field) => field.value !== field.defaultValue)
    .map((field) => [field, field.value] as const);
  for (const [field, value] of typed) {
    type(field, value);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
