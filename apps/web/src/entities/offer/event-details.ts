/** A detail of an event in the history of a request or a booking; undefined where the event has none of this name. */
export function detailOf(
  { details }: { readonly details: unknown },
  name: string,
): string | number | undefined {
  const value: unknown = Reflect.get(Object(details), name);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
