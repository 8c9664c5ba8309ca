/** Why a message was not delivered. */
export type DeliveryFailure =
  | 'no_address'
  | 'no_renderer'
  | 'no_channel'
  | 'gone'
  | 'outdated'
  | 'incomplete'
  | 'feature_off'
  | 'no_answer'
  | 'timeout'
  | 'rejected'
  | 'refused'
  | 'sign_in'
  | 'unreachable'
  | 'other';

const failures: readonly (readonly [codes: RegExp, failure: DeliveryFailure])[] = [
  [/^no_address$/, 'no_address'],
  [/^no_renderer$/, 'no_renderer'],
  [/^no_channel$/, 'no_channel'],
  [/^gone$/, 'gone'],
  [/^outdated$/, 'outdated'],
  [/^incomplete$/, 'incomplete'],
  [/^feature_off$/, 'feature_off'],
  [/^no_answer$/, 'no_answer'],
  [/^EAUTH\b/, 'sign_in'],
  [/\b5\d\d$/, 'rejected'],
  [/\b4\d\d$/, 'refused'],
  [/^(?:ETOOLONG|ETIMEDOUT)\b/, 'timeout'],
  [/^(?:ESOCKET|EDNS|ECONN\w*)\b/, 'unreachable'],
];

/** Reads the codes that the outbox keeps of a failure: its own, or those of the connection and of the mail server. */
export function deliveryFailure(reason: string): DeliveryFailure {
  return failures.find(([codes]) => codes.test(reason))?.[1] ?? 'other';
}
