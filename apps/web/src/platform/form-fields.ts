import type { ChangeEvent } from 'react';
import type {
  FieldArray,
  FieldArrayPath,
  FieldPath,
  FieldPathValue,
  FieldValues,
  UseFormReturn,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import {
  parseSatang,
  parseSignedSatang,
  parseWholeNumber,
  satangText,
} from '@bkksiam/domain/number-input';
import type { TextKey, TextValues } from './i18n.ts';
import { logRejection } from './log.ts';

export type AppForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output>;

/** The error of a field whose text is no number. */
export const noNumber = { type: 'number', message: 'problem.number' };

/** The text of an error message: that of a text key, whose values follow a `?`, or a raw text such as a server's. */
function useErrorText(): (message: string) => string {
  const { t, i18n } = useTranslation();
  return (message) => {
    const [key = '', values] = message.split('?');
    const { count, ...others } = Object.fromEntries(new URLSearchParams(values));
    const valuesOfText: TextValues = {
      ...others,
      ...(count !== undefined && { count: Number(count) }),
    };
    const isKey = (text: string): text is TextKey => i18n.exists(text, valuesOfText);
    return isKey(key) ? t(key, valuesOfText) : message;
  };
}

/** The error message of each field; empty while there is none. */
export function useErrors<Input extends FieldValues, Output>(form: AppForm<Input, Output>) {
  const errorText = useErrorText();
  return (name: FieldPath<Input>): string => {
    const { error } = form.getFieldState(name, form.formState);
    return error?.message ? errorText(error.message) : '';
  };
}

type ErrorOf<Input extends FieldValues> = (name: FieldPath<Input>) => string;

/** What connects registered fields with the form, whose text is in the browser's own input. */
export function registration<Input extends FieldValues, Output>(
  form: AppForm<Input, Output>,
  busy: boolean,
  errorOf: ErrorOf<Input>,
) {
  /** The props of a field. `normalize` changes the text while it is typed. */
  return function field(name: FieldPath<Input>, normalize?: (text: string) => string) {
    const registered = form.register(name);
    return {
      ...registered,
      onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) {
        const { target } = event;
        if (normalize) target.value = normalize(target.value);
        logRejection('the input could not be validated', registered.onChange(event));
      },
      // What is sent must equal the input.
      readOnly: busy,
      error: errorOf(name),
    };
  };
}

/** What connects controlled fields with the form, such as a day, a select or a list of rows. */
export function controls<Input extends FieldValues, Output>(
  form: AppForm<Input, Output>,
  busy: boolean,
  errorOf: ErrorOf<Input>,
) {
  /** Changes a field. Its error follows the input once it is shown. */
  function change<Name extends FieldPath<Input>>(name: Name, value: FieldPathValue<Input, Name>) {
    if (busy) return;
    const shouldValidate = form.formState.isSubmitted;
    form.setValue(name, value, { shouldDirty: true, shouldValidate });
    if (!shouldValidate) form.clearErrors(name);
  }
  /** The props of a controlled field. */
  function control<Name extends FieldPath<Input>>(name: Name) {
    return {
      name,
      value: form.watch(name),
      onValue: (value: FieldPathValue<Input, Name>) => change(name, value),
      onBlur: () => {
        if (Number.isNaN(form.getValues(name))) form.setError(name, noNumber);
      },
      readOnly: busy,
      error: errorOf(name),
    };
  }
  /** The props of an amount of baht, whose value is in satang. */
  function amount<Name extends FieldPath<Input>>(name: Name) {
    return { ...control(name), parse: parseSatang, format: satangText };
  }
  /** The props of an amount of baht that may be below zero: the keys of numbers on phones have no minus sign. */
  function signedAmount<Name extends FieldPath<Input>>(name: Name) {
    return { ...amount(name), parse: parseSignedSatang, inputMode: 'text' as const };
  }
  /** The props of a whole number. */
  function count<Name extends FieldPath<Input>>(name: Name) {
    return {
      ...control(name),
      parse: parseWholeNumber,
      format: String,
      inputMode: 'numeric' as const,
    };
  }
  /** The rows of a list, such as the legs of a trip. */
  function rows<Name extends FieldArrayPath<Input>>(name: Name) {
    type Row = FieldArray<Input, Name>;
    // The types of the library do not say that the path of a list is that of a field.
    const list = control(name as string as FieldPath<Input>);
    const items: Row[] = list.value;
    const set = (next: Row[]) => list.onValue(next as typeof list.value);
    return {
      items,
      add: (row: Row) => set([...items, row]),
      remove: (index: number) => set(items.toSpliced(index, 1)),
    };
  }
  return { change, control, amount, signedAmount, count, rows };
}
