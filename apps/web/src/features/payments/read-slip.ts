import { parseSlipQr, type SlipQr } from '@bkksiam/domain/slip-qr';

const giveUpMs = 8_000;

/**
 * Reads the QR code of a slip in a worker, so that a large picture does not block the page; null if there is none, or this
 * browser cannot draw in a worker.
 */
export function readSlip(file: File, signal: AbortSignal): Promise<SlipQr | null> {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined')
    return Promise.resolve(null);
  const worker = new Worker(new URL('./slip-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<SlipQr | null>((resolve) => {
    const end = (text: unknown) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(typeof text === 'string' ? parseSlipQr(text) : null);
    };
    const timer = setTimeout(end, giveUpMs, null);
    worker.addEventListener('message', ({ data }) => end(data));
    worker.addEventListener('error', () => end(null));
    signal.addEventListener('abort', () => end(null));
    worker.postMessage(file);
  });
}
