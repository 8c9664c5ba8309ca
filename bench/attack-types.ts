/** One request of an attack. */
export interface AttackRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** An attack by connections that read nothing. */
export interface UnreadAttack {
  /** Connections opened per second. */
  readonly perSecond: number;
  /** How long each stays open, ms. */
  readonly heldMs: number;
  /** What each sends, with the header that names the attacker's network. */
  readonly text: (tokens: AttackTokens, forwarded: string) => string;
}

/** An attack by requests whose responses are read. */
export interface RequestAttack {
  /** Requests per second; without it each connection sends the next one after a response. */
  readonly perSecond?: number;
  /** Number of connections; default 16. */
  readonly connections?: number;
  /** Prepares a run; the returned function makes request number `n`. */
  readonly prepare: (tokens: AttackTokens) => (n: number) => AttackRequest;
}

/** Bearer tokens of the attacker. */
export interface AttackTokens {
  readonly anon: string;
  readonly member: string;
  readonly memberId: string;
  readonly memberEmail: string;
}
