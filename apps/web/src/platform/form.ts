import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, type ChangeEvent } from 'react';
import {
  set,
  useForm,
  type DefaultValues,
  type FieldArray,
  type FieldArrayPath,
  type FieldErrors,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ZodMiniType } from 'zod/mini';
import { parseSatang, parseWholeNumber, satangText } from '@bkksiam/domain/number-input';
import type { AppError } from './app-error.ts';
import type { TextKey, TextValues } from './i18n.ts';
import { logRejection } from './log.ts';
import type { ErrorToast } from './query-client.ts';
import { useUser } from './session.ts';
import { useUnsavedChanges } from './unsaved-changes.ts';

export interface AppFormOptions<Input extends FieldValues, Output, Result> {
  /** Parses the input. The messages of its issues are text keys (`platform/form-schema`). */
  readonly schema: ZodMiniType<Output, Input>;
  readonly defaultValues?: DefaultValues<Input>;
  /** Instead of `defaultValues`: values that may load later. They replace those of untouched fields. */
  readonly values?: Input;
  readonly shouldFocusError?: boolean;
  /** False if the input is still unsent after all; true when left out. */
  readonly isSent?: (result: Result) => boolean;
  /** Empties the form, to the values above, once it was sent. */
  readonly clearsAfterwards?: boolean;
  /**
   * Of the form and what it is about: leaving with unsent input asks first, and it stays in memory for its user when the
   * session ends. The entry of its page in `pages.ts` has `keepsChanges`.
   */
  readonly draftKey?: string;
  readonly send: (output: Output) => Promise<Result>;
  readonly onSuccess?: (result: Result, output: Output) => unknown;
  /** Opens another page, or not if the user has left the form meanwhile. */
  readonly afterwards?: (result: Result) => unknown;
  readonly onError?: (error: AppError) => void;
  readonly onInvalid?: (errors: FieldErrors<Input>) => void;
  /** Logs failures under this key; without one the form shows the error. */
  readonly mutationKey?: readonly string[];
  readonly errorToast?: ErrorToast;
}

const ignore = () => undefined;

/** A new id (UUID, version 4) for what a form makes. `crypto.randomUUID` is missing if a site is served without TLS. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

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

type AppForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output>;

const noNumber = { type: 'number', message: 'problem.number' };

/** Paths of the numbers that are NaN: of fields whose text is no number. */
function* unreadNumbers(value: unknown, path: readonly string[] = []): Generator<string> {
  if (Number.isNaN(value)) yield path.join('.');
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* unreadNumbers(inner, [...path, key]);
}

/** The resolver of a schema; a field whose text is no number is an error beside those of the schema. */
function resolverOf<Input extends FieldValues, Output>(
  schema: ZodMiniType<Output, Input>,
): Resolver<Input, unknown, Output> {
  const resolve = zodResolver(schema);
  return async (values, context, options) => {
    const unread = [...unreadNumbers(values)];
    if (unread.length === 0) return resolve(values, context, options);
    // A schema stops at a NaN. As if the fields were empty, its other errors are said, too.
    const emptied = structuredClone(values);
    for (const path of unread) set(emptied, path, null);
    const { errors } = await resolve(emptied, context, options);
    for (const path of unread) set(errors, path, noNumber);
    return { values: {}, errors };
  };
}

/** The form with its unsent input, which is kept and asks before the page is left. */
function useFormWithDraft<Input extends FieldValues, Output, Result>(
  options: AppFormOptions<Input, Output, Result>,
) {
  const { schema, defaultValues, values, draftKey } = options;
  const form: AppForm<Input, Output> = useForm({
    resolver: resolverOf(schema),
    ...(defaultValues && { defaultValues }),
    ...(values && { values, resetOptions: { keepDirtyValues: true, keepErrors: true } }),
    // Its own focus follows the order in which fields were registered and skips controlled ones.
    shouldFocusError: false,
  });
  const user = useUser();
  const { draft, forget } = useUnsavedChanges<DefaultValues<Input>>(
    draftKey !== undefined && form.formState.isDirty,
    draftKey === undefined ? undefined : `${user?.id ?? ''} ${draftKey}`,
    form.getValues as () => DefaultValues<Input>,
  );
  useLayoutEffect(() => {
    if (draft !== undefined) form.reset(draft, { keepDefaultValues: true });
  }, [draft, form]);
  function markAsSent() {
    const initial = options.clearsAfterwards ? (values ?? defaultValues) : undefined;
    form.reset(initial ?? form.getValues(), { keepDirtyValues: false, keepErrors: false });
    forget();
  }
  return { form, markAsSent };
}

/** The elements of invalid fields: those of registered ones, and of controlled ones by their names. */
function invalidElements(errors: object, form: ParentNode, path = ''): readonly HTMLElement[] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]) => {
    if (typeof error !== 'object' || error === null) return [];
    const name = `${path}${key}`;
    // An error has a kind; what has none holds the errors of a list or a group.
    if (!('type' in error) || typeof error.type !== 'string')
      return invalidElements(error, form, `${name}.`);
    const element = 'ref' in error ? error.ref : undefined;
    const found =
      element instanceof HTMLElement
        ? element
        : // The error of a group, such as the passengers, is that of its first field.
          form.querySelector<HTMLElement>(`[name="${name}"], [name^="${name}."]`);
    return found === null ? [] : [found];
  });
}

/** Focuses the invalid field that comes first on the page, and opens what is folded over an invalid one. */
export function focusFirstInvalid(errors: object, form: ParentNode): void {
  const invalid = invalidElements(errors, form);
  for (const element of invalid) element.closest('details')?.setAttribute('open', '');
  const [first] = invalid.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  first?.focus();
}

/** The error message of each field; empty while there is none. */
function useErrors<Input extends FieldValues, Output>(form: AppForm<Input, Output>) {
  const errorText = useErrorText();
  return (name: FieldPath<Input>): string => {
    const { error } = form.getFieldState(name, form.formState);
    return error?.message ? errorText(error.message) : '';
  };
}

type ErrorOf<Input extends FieldValues> = (name: FieldPath<Input>) => string;

/** What connects registered fields with the form, whose text is in the browser's own input. */
function registration<Input extends FieldValues, Output>(
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
function controls<Input extends FieldValues, Output>(
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
  return { change, control, amount, count, rows };
}

/**
 * A form: react-hook-form with a schema, and a mutation that sends what the schema gives. Errors show from the first
 * submit on, and the first invalid field takes the focus.
 */
export function useAppForm<Input extends FieldValues, Output, Result>(
  options: AppFormOptions<Input, Output, Result>,
) {
  const { form, markAsSent } = useFormWithDraft(options);
  const mutation = useMutation({
    mutationFn: options.send,
    ...(options.mutationKey && { mutationKey: options.mutationKey }),
    ...(options.errorToast && { meta: { errorToast: options.errorToast } }),
    onSuccess(result, output) {
      if (options.isSent?.(result) !== false) markAsSent();
      return options.onSuccess?.(result, output);
    },
    onError: (error) => options.onError?.(error),
  });
  const busy = mutation.isPending;
  const errorOf = useErrors(form);
  const { isSubmitting } = form.formState;
  /** @param event of the form, in which the first invalid field takes the focus */
  function onSubmit(event?: { readonly currentTarget: ParentNode }) {
    if (busy || isSubmitting) return;
    const element = event?.currentTarget ?? document;
    // The mutation reports its errors itself.
    const send = (output: Output) =>
      mutation
        .mutateAsync(output, { onSuccess: (result) => options.afterwards?.(result) })
        .then(ignore, ignore);
    const submit = form.handleSubmit(send, (errors) => {
      options.onInvalid?.(errors);
      if (options.shouldFocusError !== false) focusFirstInvalid(errors, element);
    });
    logRejection('the form could not be submitted', submit());
  }
  /** Forgets the result of the last submit, unless one is on its way. */
  function clearResult() {
    if (!busy) mutation.reset();
  }
  return {
    form,
    errorOf,
    field: registration(form, busy, errorOf),
    ...controls(form, busy, errorOf),
    onSubmit,
    clearResult,
    busy,
    isDirty: form.formState.isDirty,
    result: mutation.data,
    succeeded: mutation.isSuccess,
    failure: mutation.error,
  };
}
