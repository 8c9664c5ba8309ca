import { useEffectEvent, useLayoutEffect, type ComponentProps, type SubmitEvent } from 'react';

export interface FormProps extends Omit<ComponentProps<'form'>, 'method' | 'noValidate'> {
  readonly onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void;
}

/**
 * A form that only the application handles. Outside of a `<dialog>` the browser does nothing with `method="dialog"`, so
 * a form submitted before hydration neither leaves the page nor puts what was typed into the address.
 */
export function Form({ onSubmit, ...form }: FormProps) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onSubmit?.(event);
  }
  return <form {...form} method="dialog" noValidate onSubmit={submit} />;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface FieldChange<Element extends Field = HTMLInputElement> {
  readonly target: Element;
}

/**
 * Reports a field's value where it is another than React's when the field mounts: typed before hydration, or filled in
 * by the browser. React keeps such a value on screen without an event, until the next rendering overwrites it.
 */
export function useInitialInput<Element extends Field>(
  id: string,
  value: unknown,
  report: ((change: FieldChange<Element>) => void) | undefined,
): void {
  const compare = useEffectEvent(() => {
    const target = document.getElementById(id) as Element | null;
    if (target !== null && value !== undefined && target.value !== value) report?.({ target });
  });
  // A layout effect runs before the next rendering.
  useLayoutEffect(() => compare(), []);
}
