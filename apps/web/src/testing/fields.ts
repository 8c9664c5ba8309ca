import { fireEvent } from '@testing-library/react';

/** The field of a form with this name. */
export function fieldNamed(name: string): HTMLInputElement | HTMLSelectElement {
  const [field] = document.getElementsByName(name);
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) return field;
  throw new Error(`no field ${name}`);
}

/** Sets the value of a field at once, as a paste does. */
export function setField(name: string, value: string): void {
  fireEvent.change(fieldNamed(name), { target: { value } });
}
