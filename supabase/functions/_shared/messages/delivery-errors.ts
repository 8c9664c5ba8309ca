/** Why a delivery failed for good: another attempt would end in the same way. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** The error of a delivery that reached its time limit. */
export function deliveryTimeout(): Error {
  return Object.assign(new Error('the delivery took too long'), { code: 'ETOOLONG' });
}

interface CodedError {
  readonly code?: unknown;
  /** The system's code, such as `ECONNREFUSED`, behind nodemailer's `ESOCKET` or `EDNS`. */
  readonly originalCode?: unknown;
  readonly responseCode?: unknown;
}

/** Error codes for the log and the database; a mail server's response could repeat the mail. */
export function reasonOf(error: unknown): string {
  const { code, originalCode, responseCode } = (error ?? {}) as CodedError;
  const codes = [code, originalCode, responseCode]
    .filter((value) => value !== undefined)
    .map(String);
  return codes.length === 0 ? 'unknown' : codes.join(' ');
}
