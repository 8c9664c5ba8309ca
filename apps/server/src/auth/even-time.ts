import { setTimeout as sleep } from 'node:timers/promises';

const shortestMs = 200;

/**
 * Pads the response to at least 200 ms so that timing does not reveal whether the address has an account; failures too.
 */
export async function evenly<T>(work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), sleep(shortestMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
