import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import {
  set,
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Resolver,
} from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import type { AppError } from './app-error.ts';
import { settings } from './env.ts';
import { controls, noNumber, registration, useErrors, type AppForm } from './form-fields.ts';
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
   * session ends. With a feature it also outlives the page, in the browser's storage. The entry of its page in `pages.ts` has
   * `keepsChanges`.
   */
  readonly draftKey?: string;
  /** Fields that are not stored with the draft: what stays on a device would do harm, or is a file. */
  readonly notStored?: readonly (keyof Input)[];
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

/**
 * The values of a form with those of its draft. A stored draft lacks what is not stored, and may be of an earlier version of
 * the form.
 */
function withDraft<Values extends object>(values: Values, draft: Partial<Values>): Values {
  const known = Object.entries(draft).filter(([name, value]) => {
    const initial: unknown = Reflect.get(values, name);
    return name in values && Array.isArray(value) === Array.isArray(initial);
  });
  return { ...values, ...Object.fromEntries(known) };
}

/** The form with its unsent input, which is kept and asks before the page is left. */
function useFormWithDraft<Input extends FieldValues, Output, Result>(
  options: AppFormOptions<Input, Output, Result>,
) {
  const { schema, defaultValues, values, draftKey, notStored = [] } = options;
  const form: AppForm<Input, Output> = useForm({
    resolver: resolverOf(schema),
    ...(defaultValues && { defaultValues }),
    ...(values && { values, resetOptions: { keepDirtyValues: true, keepErrors: true } }),
    // Its own focus follows the order in which fields were registered and skips controlled ones.
    shouldFocusError: false,
  });
  const user = useUser();
  // A visitor's drafts would be the next visitor's, too.
  const isStored = user !== null && settings().features.length > 0;
  const storable = (input: Input) =>
    Object.fromEntries(Object.entries(input).filter(([name]) => !notStored.includes(name)));
  const { draft, forget } = useUnsavedChanges<Input>(
    draftKey !== undefined && form.formState.isDirty,
    draftKey === undefined
      ? undefined
      : {
          key: `${user?.id ?? ''} ${draftKey}`,
          read: form.getValues,
          storable: isStored ? storable : undefined,
        },
  );
  useLayoutEffect(() => {
    if (draft !== undefined)
      form.reset(withDraft(form.getValues(), draft), { keepDefaultValues: true });
  }, [draft, form]);
  function markAsSent() {
    const initial = options.clearsAfterwards ? (values ?? defaultValues) : undefined;
    form.reset(initial ?? form.getValues(), { keepDirtyValues: false, keepErrors: false });
    forget();
  }
  return { form, markAsSent, discard: forget };
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

/**
 * A form: react-hook-form with a schema, and a mutation that sends what the schema gives. Errors show from the first
 * submit on, and the first invalid field takes the focus.
 */
export function useAppForm<Input extends FieldValues, Output, Result>(
  options: AppFormOptions<Input, Output, Result>,
) {
  const { form, markAsSent, discard } = useFormWithDraft(options);
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
    /** Forgets the draft, as when a dialog is closed. */
    discard,
    busy,
    isDirty: form.formState.isDirty,
    result: mutation.data,
    succeeded: mutation.isSuccess,
    failure: mutation.error,
  };
}
