/** Allows `rate` in a second, and `burst` at once. */
export class TokenBucket {
  readonly #rate: number;
  readonly #burst: number;
  #left: number;
  #at = performance.now();

  constructor(rate: number, burst: number) {
    this.#rate = rate;
    this.#burst = burst;
    this.#left = burst;
  }

  take(): boolean {
    this.#refill();
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  /** Takes so many, also those that are not there yet. */
  charge(tokens: number): void {
    this.#refill();
    this.#left -= tokens;
  }

  /** Milliseconds until nothing is owed. */
  get debtMs(): number {
    this.#refill();
    return Math.max(0, (-this.#left / this.#rate) * 1000);
  }

  #refill(): void {
    const now = performance.now();
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1000) * this.#rate);
    this.#at = now;
  }
}
