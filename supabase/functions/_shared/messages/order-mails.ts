import { idOf, readData } from './mail-data.ts';
import { mailsOf, requireStatus, type WriteParts, type Writing } from './mail-writer.ts';
import { guestOrderPath } from './mailed-link.ts';
import { localTimeText } from './message-formats.ts';
import type { MessageFact } from './message-layout.ts';
import type { MessageContext } from './message-mails.ts';
import { orderTexts } from './order-texts.ts';

/** What `bkk_order_mail_data` returns. */
interface OrderData {
  readonly number: string;
  readonly status:
    | 'PLACED'
    | 'PAID'
    | 'PACKED'
    | 'SHIPPED'
    | 'DELIVERED'
    | 'RETURNED'
    | 'CANCELLED';
  readonly member_name: string | null;
  readonly method: 'standard' | 'express' | 'pickup';
  readonly total_satang: number;
  readonly paid_satang: number;
  /** In seconds since 1970. */
  readonly pay_by: number | null;
  readonly carrier: string | null;
  readonly parcel_number: string | null;
  readonly tracking_url: string | null;
  /** `2026-11-27` */
  readonly arrives_on: string | null;
  readonly lines: readonly {
    readonly title: string;
    readonly title_th: string;
    readonly quantity: number;
    readonly amount_satang: number;
  }[];
  /** The words of who cancelled it, or asks to return it. */
  readonly message: string | null;
  /** Why a slip was refused. */
  readonly reason: Readonly<Record<MessageContext['language'], string>> | null;
}

interface ReadOrder extends OrderData {
  /** Where the buyer goes on. */
  readonly path: string;
}

interface OrderWriting extends Writing {
  readonly order: ReadOrder;
  readonly own: ReturnType<typeof orderTexts>;
}

async function readOrder(context: MessageContext): Promise<ReadOrder> {
  const orderId = idOf(context, 'order_id');
  const { slip_id: slipId } = context.ids;
  const data = (await readData(context, 'bkk_order_mail_data', {
    p_order_id: orderId,
    ...(slipId === undefined ? {} : { p_slip_id: slipId }),
  })) as OrderData;
  const path =
    context.userId === null ? await guestOrderPath(context, orderId) : `/orders/${data.number}`;
  return { ...data, path };
}

const deadlineOf = ({ order, deadline }: OrderWriting) => deadline(order.pay_by ?? 0);

function orderFacts(writing: OrderWriting): readonly MessageFact[] {
  const { order, own, texts, amount, context } = writing;
  const pieces = order.lines.map(
    ({ title, title_th: titleTh, quantity, amount_satang: satang }) =>
      `${context.language === 'th' ? titleTh : title}${quantity > 1 ? ` × ${String(quantity)}` : ''}, ${amount(satang)}`,
  );
  return [
    [texts.labels.order, order.number],
    [own.labels.pieces, ...pieces],
    [own.labels.delivery, own.methods[order.method]],
    [texts.labels.total, amount(order.total_satang)],
    ...(order.status === 'PLACED' ? [[own.labels.payBy, deadlineOf(writing)] as const] : []),
  ];
}

function parcelFacts({ order, own, context }: OrderWriting): readonly MessageFact[] {
  return [
    [own.labels.carrier, order.carrier ?? ''],
    [own.labels.parcel, order.parcel_number ?? ''],
    [own.labels.follow, order.tracking_url ?? ''],
    [
      own.labels.arrives,
      order.arrives_on === null ? '' : localTimeText(order.arrives_on, context.language),
    ],
  ];
}

/** Writes a mail of an order in one of these statuses. */
const inStatus =
  (
    statuses: readonly OrderData['status'][],
    text: (writing: OrderWriting) => ReturnType<OrderWriting['own']['paid']>,
    more: (writing: OrderWriting) => Partial<ReturnType<WriteParts<OrderWriting>>> = () => ({}),
  ): WriteParts<OrderWriting> =>
  (writing) => {
    requireStatus(writing.order, ...statuses);
    return {
      ...text(writing),
      facts: [...writing.facts, ...orderFacts(writing)],
      ...more(writing),
    };
  };

const wordsOf = ({ order, texts }: OrderWriting) => ({
  quote: [texts.labels.reason, order.message] as const,
});

const forBuyers: Readonly<Record<string, WriteParts<OrderWriting>>> = {
  'order.placed': inStatus(['PLACED'], (writing) =>
    writing.own.placed(
      writing.order.number,
      writing.amount(writing.order.total_satang),
      deadlineOf(writing),
    ),
  ),
  'order.paid': inStatus(['PAID', 'PACKED', 'SHIPPED', 'DELIVERED'], ({ own, order }) =>
    own.paid(order.number),
  ),
  'order.part_paid': inStatus(['PLACED'], (writing) =>
    writing.own.partPaid(
      writing.order.number,
      writing.amount(writing.order.total_satang - writing.order.paid_satang),
      deadlineOf(writing),
    ),
  ),
  'order.slip_refused': inStatus(
    ['PLACED'],
    (writing) => writing.own.slipRefused(writing.order.number, deadlineOf(writing)),
    ({ order, texts, context }) => ({
      quote: [texts.labels.reason, order.reason?.[context.language] ?? null],
    }),
  ),
  'order.cancelled': inStatus(
    ['CANCELLED'],
    ({ own, order }) => own.cancelled(order.number),
    wordsOf,
  ),
  'order.expired': inStatus(['CANCELLED'], ({ own, order }) => own.expired(order.number)),
  'order.ready': inStatus(['PACKED'], ({ own, order }) => own.ready(order.number)),
  'order.shipped': inStatus(
    ['SHIPPED', 'DELIVERED'],
    ({ own, order }) => own.shipped(order.number),
    (writing) => ({
      facts: [...writing.facts, ...orderFacts(writing), ...parcelFacts(writing)],
    }),
  ),
  'order.delivered': inStatus(['DELIVERED'], ({ own, order }) => own.delivered(order.number)),
  'order.link_asked': (writing) => ({
    ...writing.own.linkAsked(writing.order.number),
    facts: [...writing.facts, ...orderFacts(writing)],
  }),
  'order.return_refused': inStatus(
    ['SHIPPED', 'DELIVERED'],
    ({ own, order }) => own.returnRefused(order.number),
    wordsOf,
  ),
  'order.returned': inStatus(['RETURNED'], ({ own, order }) => own.returned(order.number)),
};

const forAdmins: Readonly<Record<string, WriteParts<OrderWriting>>> = {
  'admin.order_paid': inStatus(['PAID'], ({ own, order }) => own.toPack(order.number)),
  'admin.order_return_asked': inStatus(
    ['SHIPPED', 'DELIVERED'],
    ({ own, order }) => own.returnAsked(order.number),
    wordsOf,
  ),
};

/** The mails of orders by their event. */
export const orderMails = mailsOf<ReadOrder, OrderWriting>({
  read: readOrder,
  facts: () => [],
  writing: (common, order) => ({ ...common, order, own: orderTexts(common.context.language) }),
  memberPath: ({ order }) => order.path,
  adminPath: ({ context }) => `/admin/orders?order=${idOf(context, 'order_id')}`,
  forMembers: forBuyers,
  forAdmins,
});
