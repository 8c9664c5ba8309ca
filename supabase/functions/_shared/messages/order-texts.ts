import type { MessageContext } from './message-mails.ts';
import type { MessageText } from './message-texts-en.ts';

const english = {
  labels: {
    pieces: 'Items',
    delivery: 'Delivery',
    payBy: 'Pay by',
    carrier: 'Carrier',
    parcel: 'Parcel number',
    follow: 'Follow the parcel',
    arrives: 'Arrives by',
  },
  methods: { standard: 'Standard', express: 'Express', pickup: 'Pick-up at our office' },
  placed: (number: string, amount: string, deadline: string): MessageText => ({
    subject: `${number}: pay ${amount} by ${deadline}`,
    heading: 'We keep the items for you while you pay',
    lead: 'Pay by PromptPay or bank transfer and attach the slip. If it is not paid in time, the order is cancelled.',
    action: 'Pay and attach the slip',
  }),
  paid: (number: string): MessageText => ({
    subject: `${number} is paid, see what comes next`,
    heading: 'Your order is paid',
    lead: 'We pack it now, and write again once it is on its way.',
    action: 'See your order',
  }),
  partPaid: (number: string, left: string, deadline: string): MessageText => ({
    subject: `${number}: ${left} is missing, pay it by ${deadline}`,
    heading: 'We have received a part of the amount',
    lead: `${left} is missing. We keep the items for you until the time below.`,
    action: 'Pay what is missing',
  }),
  slipRefused: (number: string, deadline: string): MessageText => ({
    subject: `${number}: please send another slip by ${deadline}`,
    heading: 'We could not accept the slip',
    lead: 'If you have paid, do not pay again: send another slip.',
    action: 'Send another slip',
  }),
  cancelled: (number: string): MessageText => ({
    subject: `${number} is cancelled, see why`,
    heading: 'Your order is cancelled',
    lead: 'The items are not kept any more. What you have paid is given back: your order shows how.',
    action: 'See your order',
  }),
  expired: (number: string): MessageText => ({
    subject: `${number} is cancelled, the time to pay is over`,
    heading: 'Your order was not paid in time',
    lead: 'The items are not kept any more. If you have paid, do not pay again: what comes in is given back to you.',
    action: 'See your order',
  }),
  ready: (number: string): MessageText => ({
    subject: `${number} is ready, please pick it up`,
    heading: 'Your order is ready at our office',
    lead: 'Please bring the order number. Our hours are on our contact page.',
    action: 'See your order',
  }),
  shipped: (number: string): MessageText => ({
    subject: `${number} is on its way, follow the parcel`,
    heading: 'Your order is on its way',
    lead: 'The carrier has your parcel.',
    action: 'See your order',
  }),
  delivered: (number: string): MessageText => ({
    subject: `${number} is delivered, tell us if anything is wrong`,
    heading: 'Your order is delivered',
    lead: 'If anything is wrong with it, ask for a refund on the page of your order.',
    action: 'See your order',
  }),
  returnRefused: (number: string): MessageText => ({
    subject: `${number} cannot be taken back, see why`,
    heading: 'We cannot take your order back',
    lead: 'We have looked at what you wrote. Ask us on the page of your order if you see it differently.',
    action: 'See your order',
  }),
  returned: (number: string): MessageText => ({
    subject: `${number} came back, see your refund`,
    heading: 'We have your order back',
    lead: 'We check it and tell you what we give back.',
    action: 'See your refund',
  }),
  linkAsked: (number: string): MessageText => ({
    subject: `The link to your order ${number}`,
    heading: 'Here is the link to your order',
    lead: 'This link was requested with your email address. If it was not you, you do not need to do anything. Do not pass the link on.',
    action: 'See your order',
  }),
  toPack: (number: string): MessageText => ({
    subject: `${number} is paid, please pack it`,
    heading: 'An order is paid',
    lead: 'Pack it and hand it to the carrier.',
    action: 'Open the order',
  }),
  returnAsked: (number: string): MessageText => ({
    subject: `${number}: the buyer asks to return it, please decide`,
    heading: 'A buyer asks to return an order',
    lead: 'Take it back once it is here, or answer the buyer.',
    action: 'Open the order',
  }),
};

export type OrderTexts = typeof english;

const thai: OrderTexts = {
  labels: {
    pieces: 'สินค้า',
    delivery: 'การจัดส่ง',
    payBy: 'ชำระภายใน',
    carrier: 'ขนส่ง',
    parcel: 'เลขพัสดุ',
    follow: 'ติดตามพัสดุ',
    arrives: 'ถึงภายใน',
  },
  methods: { standard: 'ส่งธรรมดา', express: 'ส่งด่วน', pickup: 'รับเองที่สำนักงาน' },
  placed: (number, amount, deadline) => ({
    subject: `${number} กรุณาชำระ ${amount} ภายใน${deadline}`,
    heading: 'เราเก็บสินค้าไว้ให้คุณระหว่างรอชำระเงิน',
    lead: 'ชำระด้วยพร้อมเพย์หรือโอนเงิน แล้วแนบสลิป หากไม่ชำระภายในเวลา คำสั่งซื้อจะถูกยกเลิก',
    action: 'ชำระเงินและแนบสลิป',
  }),
  paid: (number) => ({
    subject: `${number} ชำระเงินแล้ว ดูขั้นต่อไปได้เลย`,
    heading: 'คำสั่งซื้อของคุณชำระเงินแล้ว',
    lead: 'เรากำลังเตรียมของ และจะแจ้งอีกครั้งเมื่อจัดส่ง',
    action: 'ดูคำสั่งซื้อ',
  }),
  partPaid: (number, left, deadline) => ({
    subject: `${number} ยังขาด ${left} กรุณาชำระภายใน${deadline}`,
    heading: 'เราได้รับเงินบางส่วนแล้ว',
    lead: `ยังขาดอีก ${left} เราเก็บสินค้าไว้ให้คุณจนถึงเวลาด้านล่าง`,
    action: 'ชำระส่วนที่ขาด',
  }),
  slipRefused: (number, deadline) => ({
    subject: `${number} กรุณาส่งสลิปใหม่ภายใน${deadline}`,
    heading: 'เรารับสลิปนี้ไม่ได้',
    lead: 'ถ้าโอนแล้ว ไม่ต้องโอนซ้ำ ส่งสลิปใหม่ได้เลย',
    action: 'ส่งสลิปใหม่',
  }),
  cancelled: (number) => ({
    subject: `${number} ถูกยกเลิกแล้ว กรุณาอ่านเหตุผล`,
    heading: 'คำสั่งซื้อของคุณถูกยกเลิกแล้ว',
    lead: 'เราไม่ได้เก็บสินค้าไว้ให้แล้ว หากคุณชำระเงินไว้ เราจะคืนให้ ดูรายละเอียดได้ที่หน้าคำสั่งซื้อ',
    action: 'ดูคำสั่งซื้อ',
  }),
  expired: (number) => ({
    subject: `${number} ถูกยกเลิก เพราะเลยกำหนดชำระเงิน`,
    heading: 'คำสั่งซื้อของคุณไม่ได้ชำระภายในกำหนด',
    lead: 'เราไม่ได้เก็บสินค้าไว้ให้แล้ว หากคุณโอนเงินแล้ว ไม่ต้องโอนซ้ำ เราจะคืนยอดที่ได้รับให้คุณ',
    action: 'ดูคำสั่งซื้อ',
  }),
  ready: (number) => ({
    subject: `${number} พร้อมแล้ว เชิญมารับได้เลย`,
    heading: 'สินค้าของคุณพร้อมให้มารับที่สำนักงาน',
    lead: 'กรุณาแจ้งเลขที่คำสั่งซื้อเมื่อมารับ เวลาทำการอยู่ในหน้าติดต่อเรา',
    action: 'ดูคำสั่งซื้อ',
  }),
  shipped: (number) => ({
    subject: `${number} กำลังจัดส่ง ติดตามพัสดุได้เลย`,
    heading: 'สินค้าของคุณกำลังเดินทาง',
    lead: 'ขนส่งรับพัสดุของคุณแล้ว',
    action: 'ดูคำสั่งซื้อ',
  }),
  delivered: (number) => ({
    subject: `${number} จัดส่งถึงแล้ว หากมีปัญหากรุณาแจ้งเรา`,
    heading: 'คุณได้รับสินค้าแล้ว',
    lead: 'หากสินค้ามีปัญหา ขอเงินคืนได้ที่หน้าคำสั่งซื้อ',
    action: 'ดูคำสั่งซื้อ',
  }),
  returnRefused: (number) => ({
    subject: `${number} เรารับคืนไม่ได้ กรุณาอ่านเหตุผล`,
    heading: 'เรารับคืนสินค้าไม่ได้',
    lead: 'เราพิจารณาเรื่องที่คุณแจ้งแล้ว หากไม่เห็นด้วย สอบถามเราได้ที่หน้าคำสั่งซื้อ',
    action: 'ดูคำสั่งซื้อ',
  }),
  returned: (number) => ({
    subject: `${number} เราได้รับสินค้าคืนแล้ว ดูการคืนเงิน`,
    heading: 'เราได้รับสินค้าคืนแล้ว',
    lead: 'เรากำลังตรวจสินค้า แล้วจะแจ้งยอดที่คืนให้ทราบ',
    action: 'ดูการคืนเงิน',
  }),
  linkAsked: (number) => ({
    subject: `ลิงก์ดูคำสั่งซื้อ ${number}`,
    heading: 'ลิงก์ดูคำสั่งซื้อของคุณ',
    lead: 'มีผู้ขอลิงก์นี้ด้วยอีเมลของคุณ หากไม่ใช่คุณ ไม่ต้องทำอะไร และกรุณาอย่าส่งลิงก์นี้ต่อให้ผู้อื่น',
    action: 'ดูคำสั่งซื้อ',
  }),
  toPack: (number) => ({
    subject: `${number} ชำระเงินแล้ว กรุณาเตรียมของ`,
    heading: 'มีคำสั่งซื้อที่ชำระเงินแล้ว',
    lead: 'กรุณาแพ็กของแล้วส่งให้ขนส่ง',
    action: 'เปิดคำสั่งซื้อ',
  }),
  returnAsked: (number) => ({
    subject: `${number} ผู้ซื้อขอคืนสินค้า กรุณาพิจารณา`,
    heading: 'ผู้ซื้อขอคืนสินค้า',
    lead: 'รับคืนเมื่อสินค้ามาถึง หรือตอบผู้ซื้อ',
    action: 'เปิดคำสั่งซื้อ',
  }),
};

const texts: Readonly<Record<MessageContext['language'], OrderTexts>> = { en: english, th: thai };

/** The texts about orders of the shop. */
export const orderTexts = (language: MessageContext['language']): OrderTexts => texts[language];
