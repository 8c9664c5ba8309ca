let aheadMs = 0;

/** Compares the device's clock with the server's. Another origin may hide the header: then the device's counts. */
export function noteServerTime({ headers }: Response): void {
  const time = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(time)) aheadMs = time - Date.now();
}

/** A time of the device's clock by the server's clock, in milliseconds. */
export const serverTimeOf = (deviceMs: number): number => deviceMs + aheadMs;

/** The present time by the server's clock, in milliseconds. */
export const serverNow = (): number => serverTimeOf(Date.now());
