/** Calls a function of schema public by its name, with its arguments by theirs; resolves with its result as JSON. */
export type CallDatabase = (
  name: string,
  values: Readonly<Record<string, string | number | boolean>>,
) => Promise<unknown>;

/** A row of `bkk_outbox` that this process may send until its lease ends. */
export interface Message {
  readonly id: string;
  readonly lease: string;
  readonly number: number;
  readonly channel: string;
  readonly event: string;
  readonly ids: Readonly<Record<string, string | number>>;
  readonly createdAt: Date;
  /** Including this one. */
  readonly attempts: number;
  /** Null for a visitor who opened a support thread. */
  readonly userId: string | null;
  /** The recipient's present address; null without one, or when the account is closed. */
  readonly email: string | null;
  readonly language: 'en' | 'th';
}

/** What became of a message that could not be sent. */
export type MessageFailure =
  | { readonly state: 'queued'; readonly retry_in_seconds: number }
  | { readonly state: 'dead' | 'lost' };

interface MessageRow {
  readonly id: string;
  readonly lease: string;
  readonly number: number;
  readonly channel: string;
  readonly event: string;
  readonly ids: Message['ids'];
  readonly created_at: string;
  readonly attempts: number;
  readonly user_id: string | null;
  readonly email: string | null;
  readonly language: string | null;
}

function toMessage(row: MessageRow): Message {
  const { created_at: createdAt, user_id: userId, language, ...same } = row;
  return {
    ...same,
    createdAt: new Date(createdAt),
    userId,
    language: language === 'th' ? 'th' : 'en',
  };
}

/** The product's outbox as a sender sees it; who has lost the lease of a message changes nothing. */
export class MessageQueue {
  readonly #call: CallDatabase;
  readonly #leaseSeconds: number;

  constructor(call: CallDatabase, leaseSeconds: number) {
    this.#call = call;
    this.#leaseSeconds = leaseSeconds;
  }

  async lease(max: number): Promise<readonly Message[]> {
    const rows = await this.#call('bkk_lease_messages', {
      p_limit: max,
      p_lease_seconds: this.#leaseSeconds,
    });
    return (rows as readonly MessageRow[]).map(toMessage);
  }

  async renew({ id, lease }: Message): Promise<void> {
    await this.#call('bkk_renew_message', {
      p_id: id,
      p_lease: lease,
      p_lease_seconds: this.#leaseSeconds,
    });
  }

  async sent({ id, lease }: Message): Promise<void> {
    await this.#call('bkk_message_sent', { p_id: id, p_lease: lease });
  }

  /** @param isFinal true when no further attempt would help */
  async failed({ id, lease }: Message, reason: string, isFinal: boolean): Promise<MessageFailure> {
    const values = { p_id: id, p_lease: lease, p_reason: reason, p_is_final: isFinal };
    return (await this.#call('bkk_message_failed', values)) as MessageFailure;
  }
}
