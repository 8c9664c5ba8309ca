import type { Identity } from '@bkksiam/domain/identity';
import { networkOf } from '../http/network.ts';
import { NetworkBudget, type Allowance } from '../http/network-budget.ts';
import { restErrors } from './errors.ts';

/**
 * For writes and calls by POST of one network, per process: an office of fifty people with every screen open sends
 * about 200 requests a minute, and an import of 4 MB fits sixteen times.
 */
export const usualAllowance: Allowance = {
  requests: 1200,
  bytes: 64 * 1024 * 1024,
  windowSeconds: 60,
};

/** Refuses writes and calls of a network that sends too many or too much. Reads and the service key are not counted. */
export class NetworkLimit {
  readonly #budget: NetworkBudget;

  constructor(allowance: Allowance) {
    this.#budget = new NetworkBudget(allowance);
  }

  /**
   * Counts a request and returns what counts the bytes of its body.
   *
   * @throws {RestError} 429 with the seconds to wait; so does the returned function
   */
  count({ role, network = networkOf(null) }: Identity): (bytes: number) => void {
    if (role === 'service_role') return () => undefined;
    const refuse = (seconds: number | undefined) => {
      if (seconds !== undefined) throw restErrors.tooOften(seconds);
    };
    refuse(this.#budget.takeRequest(network));
    return (bytes) => {
      refuse(this.#budget.takeBytes(network, bytes));
    };
  }
}
