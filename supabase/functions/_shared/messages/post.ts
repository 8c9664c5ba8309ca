import { deliveryTimeout } from './delivery-errors.ts';

const limitMs = 10_000;

/** An error of a delivery that another attempt may avoid, with its code for the log. */
export function failedDelivery(code: string): Error {
  return Object.assign(new Error(`the delivery failed: ${code}`), { code });
}

/**
 * Posts to a service that delivers messages and resolves with the status; the body of the response, which could repeat the
 * message, is not read. Redirects are not followed.
 */
export async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<number> {
  try {
    const signal = AbortSignal.timeout(limitMs);
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal,
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') throw deliveryTimeout();
    const { code } = ((error as Error).cause ?? {}) as { readonly code?: unknown };
    throw failedDelivery(typeof code === 'string' ? code : 'ECONNECTION');
  }
}
