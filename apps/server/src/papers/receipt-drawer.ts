import { receiptNumberText, type Receipt } from '@bkksiam/domain/receipt';
import { LRUCache } from 'lru-cache';
import { renderReceipt } from './receipt-paper.ts';

/** Of about 30 kB each. */
const mostKept = 200;

/**
 * Draws rows of `bkk_receipts`, and keeps the last ones: a drawing takes a tenth of a second of the processor, and a receipt changes only by
 * becoming void.
 */
export function receiptDrawer() {
  const kept = new LRUCache<string, Promise<Uint8Array>>({ max: mostKept });
  return (row: object, isCopy: boolean): Promise<Uint8Array> => {
    const receipt = row as Receipt;
    const key = `${receiptNumberText(receipt)} ${receipt.voided_at ?? ''} ${String(isCopy)}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const drawn = renderReceipt(receipt, isCopy);
    kept.set(key, drawn);
    return drawn;
  };
}
