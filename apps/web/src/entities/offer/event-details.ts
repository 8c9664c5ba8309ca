/** A detail of an event in the history of a request or a booking; undefined where the event has none of this name. */
export function detailOf(
  { details }: { readonly details: unknown },
  name: string,
): string | number | undefined {
  const value: unknown = Reflect.get(Object(details), name);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** The values of the text about a flight that has another number or other times: what it is now, and what it was. */
export const flightChangeOf = (event: { readonly details: unknown }) => ({
  flight: detailOf(event, 'flight') ?? '',
  departs: detailOf(event, 'departs_at') ?? '',
  arrives: detailOf(event, 'arrives_at') ?? '',
  formerFlight: detailOf(event, 'former_flight') ?? '',
  formerDeparts: detailOf(event, 'former_departs_at') ?? '',
  formerArrives: detailOf(event, 'former_arrives_at') ?? '',
});
