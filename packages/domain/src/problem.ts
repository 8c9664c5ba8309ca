/**
 * How every rule says no: a code such as `booking.missing_name` and the values its sentence needs.
 * The words live in the translation files under `problem.<code>`.
 */
export interface Problem {
  readonly code: string;
  readonly values?: Readonly<Record<string, string | number>>;
}
