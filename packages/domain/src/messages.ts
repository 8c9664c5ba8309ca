/** Why a message was not delivered. */
export type DeliveryFailure =
  | 'no_address'
  | 'no_renderer'
  | 'no_channel'
  | 'unlinked'
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
  [/^not_(?:linked|subscribed)$/, 'unlinked'],
  [/^(?:EAUTH\b|(?:line|push)_40[13]$)/, 'sign_in'],
  // HTTP says with 429 and 5xx that it may work later, SMTP with 4xx.
  [/^(?:line|push)_(?:429|5\d\d)$/, 'refused'],
  [/^(?:line_4\d\d|push_(?:4\d\d|keys))$/, 'rejected'],
  [/\b5\d\d$/, 'rejected'],
  [/\b4\d\d$/, 'refused'],
  [/^(?:ETOOLONG|ETIMEDOUT)\b/, 'timeout'],
  [/^(?:ESOCKET|EDNS|ECONN\w*)\b/, 'unreachable'],
];

/** Reads the codes that the outbox keeps of a failure: its own, or those of the connection and of the mail server. */
export function deliveryFailure(reason: string): DeliveryFailure {
  return failures.find(([codes]) => codes.test(reason))?.[1] ?? 'other';
}
