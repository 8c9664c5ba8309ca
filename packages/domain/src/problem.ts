/**
 * The error value of a rule: a code such as `booking.missing_name`, and the values of its message. The messages are
 * translations under `problem.<code>`.
 */
export interface Problem {
  readonly code: string;
  readonly values?: Readonly<Record<string, string | number>>;
}
