import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { encodeText, type TextEncoding } from '../http/text-encoding.ts';

/** An answer ready to be sent. */
export interface CachedAnswer {
  readonly body: string;
  readonly etag: string;
  /** The body in that encoding, made once. */
  encoded(encoding: TextEncoding): Promise<Buffer>;
}

function readyAnswer(data: object): CachedAnswer {
  const body = JSON.stringify(data);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const made = new Map<TextEncoding, Promise<Buffer>>();
  return {
    body,
    etag,
    encoded(encoding) {
      const known = made.get(encoding);
      if (known !== undefined) return known;
      const encoded = encodeText(body, encoding);
      made.set(encoding, encoded);
      return encoded;
    },
  };
}

const mostAnswers = 200;
const mostCharacters = 50_000_000;
/** Only while no word of a change can come: the listener clears the answers as soon as something changes. */
const longestAgeMs = 30_000;

/** Answers made from the catalogue, kept until it changes; whoever asks while one is being made waits for that one. */
export class AnswerCache {
  readonly #answers = new LRUCache<string, Promise<CachedAnswer | null>>({
    max: mostAnswers,
    maxSize: mostCharacters,
    ttl: longestAgeMs,
  });

  /** Forgets everything, also what is being made right now. */
  clear(): void {
    this.#answers.clear();
  }

  /** @param make what to answer, or null for nothing, which is kept as briefly as the rest */
  answer(key: string, make: () => Promise<object | null>): Promise<CachedAnswer | null> {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const made = make().then((data) => {
      if (data === null) return null;
      const answer = readyAnswer(data);
      const size = answer.body.length;
      if (this.#answers.peek(key) === made) this.#answers.set(key, made, { size });
      return answer;
    });
    this.#answers.set(key, made, { size: 1 });
    made.catch(() => {
      if (this.#answers.peek(key) === made) this.#answers.delete(key);
    });
    return made;
  }
}
