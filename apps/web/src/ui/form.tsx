import {
  useEffectEvent,
  useId,
  useLayoutEffect,
  useSyncExternalStore,
  type ComponentProps,
  type SubmitEvent,
} from 'react';

export interface FormProps extends Omit<ComponentProps<'form'>, 'id' | 'method' | 'noValidate'> {
  readonly onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void;
}

/**
 * Repeats the event of input from before hydration. React keeps such a value on screen without an event, until the next
 * rendering overwrites it.
 */
function repeatInput(control: Element): void {
  if (control instanceof HTMLSelectElement) {
    if (control.selectedOptions[0]?.defaultSelected === true) return;
    control.dispatchEvent(new Event('change', { bubbles: true }));
  } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
    const { value, defaultValue } = control;
    if (value === defaultValue) return;
    // React ignores the event of a value that it has seen, and it sees what is set on the element itself.
    control.value = defaultValue;
    Reflect.set(Object.getPrototypeOf(control) as object, 'value', value, control);
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

const never = () => () => undefined;

/** False in the browser, but for hydration. */
function useHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}

/**
 * A form that only the application handles. Outside of a `<dialog>` the browser does nothing with `method="dialog"`, so
 * a form submitted before hydration neither leaves the page nor puts what was typed into the address. Input from before
 * hydration reaches the fields as a change.
 */
export function Form({ onSubmit, ...form }: FormProps) {
  const id = useId();
  const isHydrating = useHydrating();
  const repeatInputs = useEffectEvent(() => {
    const element = isHydrating ? document.getElementById(id) : null;
    if (!(element instanceof HTMLFormElement)) return;
    Array.from(element.elements).forEach(repeatInput);
  });
  // A layout effect runs before the next rendering.
  useLayoutEffect(() => repeatInputs(), []);
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onSubmit?.(event);
  }
  return <form {...form} id={id} method="dialog" noValidate onSubmit={submit} />;
}
