import { idOf, readData } from './mail-data.ts';
import { mailsOf, type WriteParts, type Writing } from './mail-writer.ts';
import type { MessageContext } from './message-mails.ts';
import type { MessageText } from './message-texts-en.ts';

/** What `bkk_stock_mail_data` returns. */
interface StockData {
  readonly product_id: string;
  readonly title: string;
  readonly title_th: string;
  /** Null for a product with one variant. */
  readonly variant: string | null;
  readonly variant_th: string | null;
  readonly member_name?: null;
}

interface StockWriting extends Writing {
  readonly stock: StockData;
}

const english = {
  product: 'Product',
  variant: 'Variant',
  back: (title: string): MessageText => ({
    subject: `${title} is back, buy it while it is in stock`,
    heading: 'A product you are waiting for is back',
    lead: 'You asked us to tell you. There may be few, and we keep none for you until you order. We will not write about it again.',
    action: 'See the product',
  }),
};

const thai: typeof english = {
  product: 'สินค้า',
  variant: 'แบบ',
  back: (title) => ({
    subject: `${title} กลับมาแล้ว สั่งซื้อได้เลยก่อนหมด`,
    heading: 'สินค้าที่คุณรออยู่กลับมาแล้ว',
    lead: 'คุณขอให้เราแจ้งไว้ สินค้าอาจมีไม่มาก และเราจะเก็บไว้ให้เมื่อคุณสั่งซื้อแล้วเท่านั้น เราจะไม่แจ้งเรื่องนี้อีก',
    action: 'ดูสินค้า',
  }),
};

async function readStock(context: MessageContext) {
  const values = { p_alert_id: idOf(context, 'alert_id') };
  return {
    ...((await readData(context, 'bkk_stock_mail_data', values)) as StockData),
    member_name: null,
  };
}

const back: WriteParts<StockWriting> = ({ stock, context: { language } }) => {
  const isThai = language === 'th';
  const texts = isThai ? thai : english;
  const title = isThai ? stock.title_th : stock.title;
  const variant = isThai ? stock.variant_th : stock.variant;
  return {
    ...texts.back(title),
    facts: [
      [texts.product, title],
      [texts.variant, variant ?? ''],
    ],
    about: title,
  };
};

/** The mails about products that are in stock again, by their event. */
export const stockMails = mailsOf<StockData & { readonly member_name: null }, StockWriting>({
  read: readStock,
  facts: () => [],
  writing: (common, stock) => ({ ...common, stock }),
  memberPath: ({ stock }) => `/product/${encodeURIComponent(stock.product_id)}`,
  adminPath: () => '/',
  forMembers: { 'stock.back': back, 'visitor.stock_back': back },
  forAdmins: {},
});
