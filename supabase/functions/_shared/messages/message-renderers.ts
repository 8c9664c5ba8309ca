import { bookingMails } from './booking-mails.ts';
import type { MessageRenderers } from './message-mails.ts';
import { orderMails } from './order-mails.ts';
import { paymentMails } from './payment-mails.ts';
import { receiptMails } from './receipt-mails.ts';
import { refundMails } from './refund-mails.ts';
import { requestMails } from './request-mails.ts';
import { setupMails } from './setup-mails.ts';
import { stockMails } from './stock-mails.ts';
import { supportMails } from './support-mails.ts';

/** The mails of the product by their event. */
export const messageRenderers: MessageRenderers = new Map([
  ...requestMails,
  ...bookingMails,
  ...paymentMails,
  ...receiptMails,
  ...refundMails,
  ...supportMails,
  ...orderMails,
  ...stockMails,
  ...setupMails,
]);
