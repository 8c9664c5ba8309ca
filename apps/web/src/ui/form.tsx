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
 * Repeats the event of input from before hydration. React keeps such a value on screen without an event, until the next
 * rendering overwrites it.
 *
 * @returns undefined for a control without such input
 */
function inputEvent(control: Element): (() => void) | undefined {
  if (control instanceof HTMLSelectElement) {
    const { value } = control;
    if (control.selectedOptions[0]?.defaultSelected === true) return undefined;
    return () => {
      control.value = value;
      control.dispatchEvent(new Event('change', { bubbles: true }));
    };
  }
  if (control instanceof HTMLInputElement && control.type === 'radio') {
    if (!control.checked || control.defaultChecked) return undefined;
    return () => {
      control.checked = false;
      control.click();
    };
  }
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
    const { value, defaultValue } = control;
    if (value === defaultValue) return undefined;
    return () => {
      // React ignores the event of a value that it has seen, and it sees what is set on the element itself.
      control.value = defaultValue;
      Reflect.set(Object.getPrototypeOf(control) as object, 'value', value, control);
      control.dispatchEvent(new Event('input', { bubbles: true }));
    };
  }
  return undefined;
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
    const events = [...(form?.elements ?? [])].map(inputEvent);
    // The router navigates only after the layout effects of all parents.
    queueMicrotask(() => {
      for (const repeat of events) repeat?.();
    });
  });
  // A layout effect reads the fields before the next rendering.
  useLayoutEffect(() => repeatInputs(), []);
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onSubmit?.(event);
  }
  return <form {...props} id={id} method="dialog" noValidate onSubmit={submit} />;
}
