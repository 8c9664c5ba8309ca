import {
  useEffectEvent,
  useId,
  useLayoutEffect,
  type ComponentProps,
  type SubmitEvent,
} from 'react';
import { useHydrated } from './hydrated.ts';

export interface FormProps extends Omit<ComponentProps<'form'>, 'id' | 'method' | 'noValidate'> {
  readonly onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void;
}

/**
 * Repeats the event of text from before hydration. React keeps it on screen without an event, until the next rendering
 * overwrites it.
 */
function repeatText(control: HTMLInputElement | HTMLTextAreaElement): void {
  const { value, defaultValue } = control;
  if (value === defaultValue) return;
  // React ignores the event of a value that it has seen, and it sees what is set on the element itself.
  control.value = defaultValue;
  Reflect.set(Object.getPrototypeOf(control) as object, 'value', value, control);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Repeats the event of a choice from before hydration, once the layout effects of all parents have run. */
function repeatChoice(control: HTMLInputElement | HTMLSelectElement): void {
  const { value } = control;
  if (control instanceof HTMLInputElement) {
    if (!control.checked || control.defaultChecked) return;
    queueMicrotask(() => {
      control.checked = false;
      control.click();
    });
  } else if (control.selectedOptions[0]?.defaultSelected !== true) {
    // The choice may be a parameter of the address, and the router does not navigate earlier.
    queueMicrotask(() => {
      control.value = value;
      control.dispatchEvent(new Event('change', { bubbles: true }));
    });
  }
}

function repeatInput(control: Element): void {
  const isInput = control instanceof HTMLInputElement;
  if (control instanceof HTMLSelectElement || (isInput && control.type === 'radio'))
    repeatChoice(control);
  else if (isInput || control instanceof HTMLTextAreaElement) repeatText(control);
}

/**
 * A form that only the application handles. Outside of a `<dialog>` the browser does nothing with `method="dialog"`, so
 * a form submitted before hydration neither leaves the page nor puts what was typed into the address. Input from before
 * hydration reaches the fields as a change.
 */
export function Form({ onSubmit, ...props }: FormProps) {
  const id = useId();
  const hydrated = useHydrated();
  const repeatInputs = useEffectEvent(() => {
    const form = hydrated ? null : document.forms.namedItem(id);
    for (const control of form?.elements ?? []) repeatInput(control);
  });
  // A layout effect runs before the next rendering.
  useLayoutEffect(() => repeatInputs(), []);
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onSubmit?.(event);
  }
  return <form {...props} id={id} method="dialog" noValidate onSubmit={submit} />;
}
