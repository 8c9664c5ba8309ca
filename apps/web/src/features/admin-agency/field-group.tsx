import type { ReactNode } from 'react';
import type { AgencyForm } from './agency-form.ts';

export interface FieldsProps {
  readonly form: AgencyForm;
}

/** Fields of one matter below its heading. */
export function Group(props: {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}) {
  const { title, text, children } = props;
  return (
    <fieldset className="grid gap-4 border-t border-line pt-5 first:border-t-0 first:pt-0">
      <legend className="float-left text-lg font-head">{title}</legend>
      {text !== undefined && <p className="-mt-3 text-sm text-ink-2">{text}</p>}
      {children}
    </fieldset>
  );
}
