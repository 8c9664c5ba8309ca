import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { CustomField } from '../form-field.tsx';

export interface ChoiceFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'children'> {
  readonly label: string;
  /** Empty while there is none. */
  readonly error: string;
  /** Stands for no choice. */
  readonly noChoice: string;
  readonly choices: readonly { readonly value: string; readonly text: string }[];
  readonly readOnly?: boolean;
}

/** A choice of a form as a native select that begins without one. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, error, noChoice, choices, readOnly = false, className, ...select } = props;
  return (
    <CustomField label={label} error={error} {...(className !== undefined && { className })}>
      {(control) => (
        <>
          <select
            {...select}
            {...control}
            // A select has no state for reading alone.
            inert={readOnly}
            className="-mx-4 h-13 w-0 min-w-0 flex-1 appearance-none bg-transparent pr-10 pl-4 text-md text-ink outline-0 *:bg-surface"
          >
            <option value="">{noChoice}</option>
            {choices.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <ChevronDown className="pointer-events-none absolute right-4 size-5 text-ink-2" />
        </>
      )}
    </CustomField>
  );
}
