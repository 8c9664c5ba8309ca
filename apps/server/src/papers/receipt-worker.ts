// The thread that draws receipts, one at a time.
import { parentPort } from 'node:worker_threads';
import type { Receipt } from '@bkksiam/domain/receipt';
import { renderReceipt } from './receipt-paper.ts';

parentPort?.on('message', ({ receipt, isCopy }: { receipt: Receipt; isCopy: boolean }) => {
  renderReceipt(receipt, isCopy).then(
    (bytes) => parentPort?.postMessage(bytes),
    // Ends the thread, which is an answer too.
    (error: unknown) => {
      throw error;
    },
  );
});
