/**
 * Runs the work until it is done or the limit is over; the signal tells the work about the latter.
 *
 * @param late what is thrown when the limit is over
 */
export async function within<T>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  late: () => Error,
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(late());
      controller.abort();
    }, limitMs);
  });
  try {
    return await Promise.race([work(controller.signal), limit]);
  } finally {
    clearTimeout(timer);
  }
}
