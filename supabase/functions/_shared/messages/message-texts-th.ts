import type { MessageTexts } from './message-texts-en.ts';

const viewRequest = 'ดูคำขอของคุณ';
const viewBooking = 'ดูการจองของคุณ';
const openBooking = 'เปิดการจอง';
const openRequest = 'เปิดคำขอ';
const held = 'เราจองที่นั่งไว้ให้คุณแล้ว';
const confirmed = 'ยืนยันการจองของคุณแล้ว';
const payBy = (deadline: string | null) => (deadline === null ? '' : ` ภายใน${deadline}`);

export const thai: MessageTexts = {
  linkFallback: 'หากกดปุ่มไม่ได้ ให้คัดลอกลิงก์นี้ไปเปิดในเบราว์เซอร์',
  automatic: 'อีเมลฉบับนี้ส่งโดยอัตโนมัติ กรุณาอย่าตอบกลับ',
  receiptAttached: 'แนบใบเสร็จมากับอีเมลนี้แล้ว',

  labels: {
    question: 'เรื่องที่สอบถาม',
    request: 'คำขอ',
    booking: 'การจอง',
    order: 'คำสั่งซื้อ',
    credit: 'เครดิต',
    member: 'สมาชิก',
    trip: 'การเดินทาง',
    flights: 'เที่ยวบิน (เวลาท้องถิ่น)',
    passengers: 'ผู้โดยสาร',
    cabin: 'ชั้นโดยสาร',
    flexibleDays: 'เลื่อนวันเดินทางได้',
    budget: 'งบต่อคน',
    total: 'ราคารวม',
    deposit: 'มัดจำ',
    depositDue: 'ชำระมัดจำภายใน',
    paymentDue: 'ชำระเงินภายใน',
    validUntil: 'ข้อเสนอใช้ได้ถึง',
    amount: 'จำนวนเงิน',
    paid: 'ชำระแล้ว',
    balance: 'ยอดค้างชำระ',
    balanceDue: 'ชำระส่วนที่เหลือภายใน',
    namesDue: 'ส่งรายชื่อภายใน',
    pnr: 'รหัสการจองของสายการบิน (PNR)',
    tickets: 'ตั๋ว',
    reason: 'เหตุผล',
    notes: 'หมายเหตุ',
    seatsReason: 'หมายเหตุเรื่องจำนวนที่นั่ง',
    change: 'สิ่งที่ขอปรับ',
  },
  line: {
    linked: 'เชื่อมต่อ LINE แล้ว เราจะแจ้งความคืบหน้าของการจองและคำขอที่นี่',
    unknown: 'รหัสนี้ใช้ไม่ได้ กรุณาขอรหัสใหม่จากเว็บไซต์ของเรา แล้วส่งภายใน 10 นาที',
    limited: 'ส่งรหัสผิดหลายครั้งเกินไป กรุณาลองใหม่ในอีกหนึ่งชั่วโมง',
  },
  cabins: {
    economy: 'ชั้นประหยัด',
    premium_economy: 'ชั้นประหยัดพรีเมียม',
    business: 'ชั้นธุรกิจ',
    first: 'ชั้นหนึ่ง',
  },
  flexibleDays: (days) => `ไม่เกิน ${String(days)} วัน`,
  seats: (seats) => `ผู้โดยสาร ${String(seats)} คน`,
  passengers: (adults, children, infants) =>
    [
      `ผู้ใหญ่ ${String(adults)} คน`,
      ...(children > 0 ? [`เด็ก ${String(children)} คน`] : []),
      ...(infants > 0 ? [`ทารก ${String(infants)} คน`] : []),
    ].join(' '),
  pay: 'ชำระเงิน',
  deposit: (amount) => `มัดจำ ${amount}`,
  total: (amount) => `ยอดทั้งหมด ${amount}`,
  rest: (amount) => `ส่วนที่เหลือ ${amount}`,
  restOfDeposit: (amount) => `มัดจำส่วนที่เหลือ ${amount}`,
  ticket: (name, number) => `${name} เลขที่ตั๋ว ${number}`,
  moreTickets: (more) => `และอีก ${String(more)} คน ดูได้ในหน้าการจอง`,

  request: {
    received: (number) => ({
      subject: `ได้รับคำขอ ${number} แล้ว เราจะส่งข้อเสนอให้ทางอีเมล`,
      heading: 'เราได้รับคำขอของคุณแล้ว',
      lead: 'ขอบคุณที่ให้เราดูแลการเดินทาง ทีมงานของเรากำลังคิดราคาให้ และจะส่งข้อเสนอให้คุณทางอีเมล คุณยังไม่ต้องชำระเงินจนกว่าจะยอมรับข้อเสนอ',
      action: viewRequest,
    }),
    offerSent: (number, total, deadline) => ({
      subject: `ข้อเสนอของคุณพร้อมแล้ว ${total} กรุณาตอบภายใน${deadline}`,
      heading: 'ข้อเสนอของคุณพร้อมแล้ว',
      lead: `เราคิดราคาสำหรับคำขอ ${number} แล้ว คุณยอมรับ ไม่รับ หรือขอปรับข้อเสนอได้ภายใน${deadline}`,
      action: 'ดูข้อเสนอ',
    }),
    offerReminder: (number, total, deadline) => ({
      subject: `ข้อเสนอราคา ${total} ใกล้หมดอายุ กรุณาตอบภายใน${deadline}`,
      heading: 'ข้อเสนอของคุณใกล้หมดอายุ',
      lead: `ข้อเสนอสำหรับคำขอ ${number} ใช้ได้ถึง${deadline} หลังจากนั้นเราต้องคิดราคาใหม่`,
      action: 'ตอบข้อเสนอ',
    }),
    offerExpired: (number) => ({
      subject: `ข้อเสนอสำหรับคำขอ ${number} หมดอายุแล้ว ขอข้อเสนอใหม่ได้`,
      heading: 'ข้อเสนอของคุณหมดอายุแล้ว',
      lead: 'เลยเวลาตอบข้อเสนอแล้ว และไม่มีค่าใช้จ่ายใด ๆ หากยังต้องการเดินทาง ขอข้อเสนอใหม่จากเราได้เลย',
      action: viewRequest,
    }),
    cancelled: (number) => ({
      subject: `คำขอ ${number} ถูกยกเลิกแล้ว อ่านเหตุผลได้ในอีเมลนี้`,
      heading: 'คำขอของคุณถูกยกเลิกแล้ว',
      lead: 'ทีมงานของเรายกเลิกคำขอนี้แล้ว และไม่มีค่าใช้จ่ายใด ๆ คุณส่งคำขอใหม่ได้ทุกเมื่อ',
      action: viewRequest,
    }),
  },

  booking: {
    holdPlaced: (reference, amount, due, deadline) => ({
      subject: `${reference} กรุณาชำระ ${amount} ภายใน${deadline} เพื่อรักษาที่นั่ง`,
      heading: held,
      lead: `กรุณาชำระ${due} ภายใน${deadline} เมื่อได้รับเงินแล้ว เราจะยืนยันการจองทันที หากไม่ชำระภายในเวลานี้ ระบบจะคืนที่นั่ง`,
      action: viewBooking,
    }),
    slipReceived: (reference, deadline) => ({
      subject: `${reference} เราจะตรวจสลิปของคุณภายใน${deadline}`,
      heading: held,
      lead: `ขอบคุณสำหรับสลิปการชำระเงิน เราจะตรวจภายใน${deadline} และแจ้งผลให้ทราบทางอีเมล ตอนนี้คุณยังไม่ต้องทำอะไร`,
      action: viewBooking,
    }),
    holdWithoutPrice: (reference, deadline) => ({
      subject: `${reference} จองที่นั่งไว้ถึง${deadline} กรุณาดูราคาในหน้าการจอง`,
      heading: held,
      lead: `เราจองที่นั่งไว้ให้ถึง${deadline} ทีมงานกำลังคิดราคาและจะแสดงในหน้าการจอง กรุณาชำระเงินก่อนเวลานั้นเพื่อรักษาที่นั่ง`,
      action: viewBooking,
    }),
    priced: (reference, amount, due, deadline) => ({
      subject: `${reference} แจ้งราคาแล้ว กรุณาชำระ ${amount}${payBy(deadline)}`,
      heading: 'เราแจ้งราคาการจองของคุณแล้ว',
      lead: `กรุณาชำระ${due}${payBy(deadline)} เพื่อรักษาที่นั่ง เมื่อได้รับเงินแล้ว เราจะยืนยันการจองทันที`,
      action: viewBooking,
    }),
    pricedInReview: (reference, due, deadline) => ({
      subject: `${reference} แจ้งราคาแล้ว เราจะตรวจสลิปของคุณภายใน${deadline}`,
      heading: 'เราแจ้งราคาการจองของคุณแล้ว',
      lead: `เราจะยืนยันการจองเมื่อได้รับ${due} เราจะตรวจสลิปภายใน${deadline} และแจ้งผลให้ทราบทางอีเมล ตอนนี้คุณยังไม่ต้องทำอะไร`,
      action: viewBooking,
    }),
    holdReminder: (reference, due, hours, deadline) => ({
      subject: `${reference} เหลือเวลาไม่ถึง ${String(hours)} ชั่วโมง กรุณา${due === null ? 'ดูราคาและชำระเงิน' : `ชำระ${due} `}ภายใน${deadline}`,
      heading: 'ใกล้หมดเวลาจองที่นั่งของคุณ',
      lead: `เราจองที่นั่งไว้ให้ถึง${deadline} หากไม่ชำระเงินภายในเวลานี้ ระบบจะคืนที่นั่ง`,
      action: viewBooking,
    }),
    depositReminder: (reference, due, hours, deadline) => ({
      subject: `${reference} เหลือเวลาไม่ถึง ${String(hours)} ชั่วโมง กรุณาชำระ${due} ภายใน${deadline}`,
      heading: 'ใกล้ถึงกำหนดชำระเงิน',
      lead: `กรุณาชำระ${due} ภายใน${deadline} หากยังไม่ชำระ เราจะเก็บที่นั่งไว้ให้ได้อีกไม่นาน`,
      action: viewBooking,
    }),
    expired: (reference) => ({
      subject: `${reference} หมดเวลาแล้ว จองใหม่ได้หากยังต้องการเดินทาง`,
      heading: 'การจองที่นั่งของคุณหมดเวลาแล้ว',
      lead: 'เราไม่ได้รับเงินภายในเวลาที่กำหนด ระบบจึงคืนที่นั่งแล้ว และไม่มีค่าใช้จ่ายใด ๆ หากคุณชำระเงินแล้ว กรุณาติดต่อเราพร้อมเลขอ้างอิงจากธนาคาร',
      action: viewBooking,
    }),
    confirmedWithBalance: (reference, balance, deadline) => ({
      subject: `${reference} ยืนยันแล้ว กรุณาชำระส่วนที่เหลือ ${balance}${payBy(deadline)}`,
      heading: confirmed,
      lead: `ที่นั่งเป็นของคุณแล้ว เราจะออกตั๋วเมื่อได้รับส่วนที่เหลือ ${balance} และชื่อผู้โดยสารครบทุกคน`,
      action: viewBooking,
    }),
    confirmedWithoutNames: (reference, deadline) => ({
      subject: `${reference} ยืนยันแล้ว กรุณากรอกรายชื่อผู้โดยสาร${payBy(deadline)}`,
      heading: confirmed,
      lead: 'ที่นั่งเป็นของคุณแล้ว เราจะออกตั๋วเมื่อได้รับชื่อผู้โดยสารครบทุกคน โดยสะกดตามหนังสือเดินทาง',
      action: 'กรอกรายชื่อ',
    }),
    confirmed: (reference) => ({
      subject: `${reference} ยืนยันแล้ว เราจะส่งตั๋วให้ทางอีเมล`,
      heading: confirmed,
      lead: 'ที่นั่งเป็นของคุณแล้ว เรากำลังออกตั๋วและจะส่งให้ทางอีเมล ตอนนี้คุณยังไม่ต้องทำอะไร',
      action: viewBooking,
    }),
    paymentOfDeposit: (reference, received, due) => ({
      subject: `${reference} ได้รับ ${received} แล้ว กรุณาชำระ${due}`,
      heading: 'เราได้รับเงินบางส่วนแล้ว',
      lead: `ขอบคุณที่ชำระเงิน เราได้รับ ${received} แล้ว เมื่อได้รับ${due} เราจะยืนยันการจองทันที ระหว่างนี้ที่นั่งยังเป็นของคุณ`,
      action: viewBooking,
    }),
    paymentOfBalance: (reference, received, left, deadline) => ({
      subject: `${reference} ได้รับ ${received} แล้ว กรุณาชำระส่วนที่เหลือ ${left}${payBy(deadline)}`,
      heading: 'เราได้รับเงินของคุณแล้ว',
      lead: `ขอบคุณที่ชำระเงิน เราได้รับ ${received} แล้ว ยอดค้างชำระ ${left}`,
      action: viewBooking,
    }),
    paidInFull: (reference, received) => ({
      subject: `${reference} ได้รับ ${received} แล้ว ไม่มียอดค้างชำระ`,
      heading: 'การจองของคุณชำระครบแล้ว',
      lead: `ขอบคุณที่ชำระเงิน เราได้รับ ${received} แล้ว การจองนี้ไม่มียอดค้างชำระ จึงไม่ต้องชำระเพิ่มอีก`,
      action: viewBooking,
    }),
    paymentWithoutPrice: (reference, received) => ({
      subject: `${reference} ได้รับ ${received} แล้ว เราจะแจ้งราคาทางอีเมล`,
      heading: 'เราได้รับเงินของคุณแล้ว',
      lead: `ขอบคุณที่ชำระเงิน เราได้รับ ${received} แล้ว ทีมงานกำลังคิดราคาอยู่ กรุณาอย่าเพิ่งชำระเพิ่มจนกว่าเราจะแจ้งยอดที่เหลือ`,
      action: viewBooking,
    }),
    paymentAfterEnd: (reference, received) => ({
      subject: `${reference} ได้รับ ${received} หลังการจองสิ้นสุด เราจะติดต่อคุณ`,
      heading: 'เราได้รับเงินของคุณแล้ว',
      lead: `เราได้รับ ${received} แล้ว แต่การจองนี้สิ้นสุดแล้วและระบบคืนที่นั่งแล้ว กรุณาอย่าชำระเพิ่ม ทีมงานของเราจะติดต่อคุณเรื่องเงินจำนวนนี้`,
      action: viewBooking,
    }),
    paymentReversed: (reference, reversed, due, deadline) => ({
      subject: `${reference} ยกเลิกรายการชำระ ${reversed} แล้ว กรุณาชำระ${due}${payBy(deadline)}`,
      heading: 'เรายกเลิกรายการชำระเงินของคุณแล้ว',
      lead: `ทีมงานยกเลิกรายการชำระ ${reversed} ของคุณแล้ว ยอดนี้จึงไม่นับในการจองนี้ กรุณาชำระ${due} หากคุณไม่ทราบเรื่องนี้มาก่อน กรุณาติดต่อเรา`,
      action: viewBooking,
    }),
    paymentReversedNothingDue: (reference, reversed) => ({
      subject: `${reference} ยกเลิกรายการชำระ ${reversed} แล้ว ตอนนี้ยังไม่ต้องชำระเพิ่ม`,
      heading: 'เรายกเลิกรายการชำระเงินของคุณแล้ว',
      lead: `ทีมงานยกเลิกรายการชำระ ${reversed} ของคุณแล้ว ยอดนี้จึงไม่นับในการจองนี้ ตอนนี้คุณยังไม่ต้องชำระเพิ่ม หากคุณไม่ทราบเรื่องนี้มาก่อน กรุณาติดต่อเรา`,
      action: viewBooking,
    }),
    holdExtended: (reference, deadline) => ({
      subject: `${reference} ขยายเวลาจองที่นั่งแล้ว กรุณาชำระเงินภายใน${deadline}`,
      heading: 'เราขยายเวลาจองที่นั่งให้คุณแล้ว',
      lead: `เราขยายเวลาจองที่นั่งให้ถึง${deadline} หากยังไม่ชำระเงินเมื่อถึงเวลานั้น ระบบจะคืนที่นั่ง`,
      action: viewBooking,
    }),
    depositRefused: (reference, deadline) => ({
      subject: `${reference} เรารับสลิปนี้ไม่ได้ กรุณาชำระใหม่ภายใน${deadline}`,
      heading: 'เรารับสลิปของคุณไม่ได้',
      lead: `ที่นั่งของคุณยังอยู่ กรุณาชำระใหม่ภายใน${deadline} เพื่อรักษาที่นั่ง`,
      action: viewBooking,
    }),
    reviewEnded: (reference, deadline) => ({
      subject: `${reference} ยังยืนยันการชำระเงินไม่ได้ กรุณาดำเนินการภายใน${deadline}`,
      heading: 'เรายังยืนยันการชำระเงินของคุณไม่ได้',
      lead: `เราตรวจสลิปของคุณไม่ทันเวลา แต่ยังจองที่นั่งไว้ให้ถึง${deadline} หากคุณชำระเงินแล้ว กรุณาติดต่อเราพร้อมเลขอ้างอิงจากธนาคาร หากยังไม่ได้ชำระ กรุณาชำระก่อนเวลานั้น`,
      action: viewBooking,
    }),
    ticketed: (reference) => ({
      subject: `${reference} ออกตั๋วแล้ว กรุณาตรวจชื่อผู้โดยสาร`,
      heading: 'ออกตั๋วให้คุณแล้ว',
      lead: 'กรุณาตรวจว่าชื่อทุกคนสะกดตรงตามหนังสือเดินทาง หากไม่ตรง กรุณาแจ้งเราทันที',
      action: viewBooking,
    }),
    calendarAttached: {
      CONFIRMED: 'ไฟล์ปฏิทินที่แนบมากับอีเมลนี้มีเที่ยวบินของคุณ',
      TENTATIVE: 'หากคุณเพิ่มเที่ยวบินเหล่านี้ไว้ในปฏิทินแล้ว กรุณาเปิดไฟล์ปฏิทินที่แนบมา เพื่อให้ปฏิทินแสดงว่ายังไม่แน่นอน',
      CANCELLED: 'หากคุณเพิ่มเที่ยวบินเหล่านี้ไว้ในปฏิทินแล้ว กรุณาเปิดไฟล์ปฏิทินที่แนบมา เพื่อนำเที่ยวบินออกจากปฏิทิน',
    },
    cancelledByMember: (reference) => ({
      subject: `${reference} ยกเลิกแล้ว ไม่มีค่าใช้จ่ายใด ๆ`,
      heading: 'ยกเลิกการจองของคุณแล้ว',
      lead: 'คุณยกเลิกการจองนี้แล้ว ระบบคืนที่นั่งแล้ว และไม่มีค่าใช้จ่ายใด ๆ',
      action: viewBooking,
    }),
    cancelledByAgency: (reference) => ({
      subject: `${reference} ถูกยกเลิกแล้ว อ่านเหตุผลได้ในอีเมลนี้`,
      heading: 'การจองของคุณถูกยกเลิกแล้ว',
      lead: 'ทีมงานของเรายกเลิกการจองนี้และคืนที่นั่งแล้ว',
      action: viewBooking,
    }),
    flightChanged: (reference) => ({
      subject: `${reference} สายการบินเปลี่ยนแปลงเที่ยวบิน เราจะติดต่อคุณ`,
      heading: 'สายการบินเปลี่ยนแปลงเที่ยวบินของคุณ',
      lead: 'สายการบินเปลี่ยนแปลงเที่ยวบินในการจองนี้ ทีมงานของเรากำลังตรวจสอบและจะติดต่อคุณ ตอนนี้คุณยังไม่ต้องทำอะไร',
      action: viewBooking,
    }),
    timesChanged: (reference) => ({
      subject: `${reference} เที่ยวบินเปลี่ยนเวลา กรุณาตรวจสอบเวลาใหม่`,
      heading: 'เที่ยวบินของคุณเปลี่ยนเวลา',
      lead: 'เที่ยวบินในการจองนี้เปลี่ยนเวลาหรือเลขเที่ยวบิน หน้าการจองและข้อความนี้แสดงข้อมูลใหม่แล้ว หากเวลาใหม่ไม่สะดวก กรุณาติดต่อเรา',
      action: viewBooking,
    }),
    formerTimes: (flight, departs, arrives) =>
      `ก่อนเปลี่ยน: ${flight} เวลา ${departs} ถึง ${arrives} น. (เวลาท้องถิ่น)`,
    newTimesAttached: 'หากคุณเพิ่มเที่ยวบินเหล่านี้ไว้ในปฏิทินแล้ว กรุณาเปิดไฟล์ปฏิทินที่แนบมา เพื่อเปลี่ยนเป็นเวลาใหม่',
    airlineCancelled: (reference) => ({
      subject: `${reference} สายการบินยกเลิกที่นั่งของคุณ เราจะติดต่อคุณ`,
      heading: 'สายการบินยกเลิกที่นั่งของคุณ',
      lead: 'สายการบินยกเลิกที่นั่งของการจองนี้แล้ว กรุณาอย่าเพิ่งชำระเงินสำหรับการจองนี้ ทีมงานของเราจะติดต่อคุณเรื่องเงินที่ชำระแล้วและเที่ยวบินอื่น',
      action: viewBooking,
    }),
    paidBefore: (paid) => `คุณชำระเงินสำหรับการจองนี้แล้ว ${paid} เราจะติดต่อคุณเรื่องเงินจำนวนนี้`,
  },

  admin: {
    requestReceived: (number, route, seats) => ({
      subject: `คำขอใหม่ ${number} กรุณาส่งข้อเสนอ (${route} ${seats})`,
      heading: 'มีคำขอหมู่คณะใหม่',
      lead: 'มีสมาชิกกำลังรอข้อเสนอ',
      action: openRequest,
    }),
    offerAccepted: (reference, deposit, deadline) => ({
      subject: `${reference} สมาชิกยอมรับข้อเสนอแล้ว รอรับเงิน ${deposit} ภายใน${deadline}`,
      heading: 'สมาชิกยอมรับข้อเสนอแล้ว',
      lead: 'จองที่นั่งไว้แล้ว กรุณาบันทึกเมื่อได้รับเงิน',
      action: openBooking,
    }),
    offerAcceptedWithoutDeposit: (reference) => ({
      subject: `${reference} สมาชิกยอมรับข้อเสนอแล้ว ไม่มีมัดจำ กรุณาเตรียมออกตั๋ว`,
      heading: 'สมาชิกยอมรับข้อเสนอแล้ว',
      lead: 'ยืนยันการจองแล้ว ไม่มีมัดจำ',
      action: openBooking,
    }),
    changeAsked: (number) => ({
      subject: `คำขอ ${number} สมาชิกขอปรับข้อเสนอ กรุณาส่งข้อเสนอใหม่`,
      heading: 'สมาชิกขอปรับข้อเสนอ',
      lead: 'ข้อเสนอเดิมใช้ไม่ได้แล้ว คำขอนี้กำลังรอข้อเสนอใหม่',
      action: openRequest,
    }),
    offerReminder: (number, deadline) => ({
      subject: `คำขอ ${number} สมาชิกยังไม่ตอบ กรุณาติดต่อก่อน${deadline}`,
      heading: 'ข้อเสนอใกล้หมดอายุ',
      lead: `สมาชิกยังไม่ได้ตอบข้อเสนอ ซึ่งใช้ได้ถึง${deadline}`,
      action: openRequest,
    }),
    paidAfterEnd: (reference, amount) => ({
      subject: `${reference} มีเงินเข้า ${amount} หลังการจองสิ้นสุด กรุณาตัดสินใจ`,
      heading: 'มีการชำระเงินที่ต้องตัดสินใจ',
      lead: 'การจองสิ้นสุดแล้ว เปิดใหม่ไม่ได้ กรุณาคืนเงินหรือทำการจองใหม่',
      action: openBooking,
    }),
    reversedAfterTickets: (reference, amount) => ({
      subject: `${reference} มีการกลับรายการ ${amount} หลังออกตั๋ว กรุณาตัดสินใจ`,
      heading: 'มีการชำระเงินที่ต้องตัดสินใจ',
      lead: 'ออกตั๋วไปแล้ว แต่การชำระเงินถูกกลับรายการ',
      action: openBooking,
    }),
    reviewEnded: (reference, deadline) => ({
      subject: `${reference} ตรวจสลิปไม่ทันเวลา กรุณาตรวจก่อน${deadline}`,
      heading: 'มีสลิปที่ตรวจไม่ทันเวลา',
      lead: `การจองกลับไปรอชำระเงิน โดยจองที่นั่งไว้ถึง${deadline} กรุณาบันทึกการชำระเงินหรือติดต่อสมาชิก`,
      action: openBooking,
    }),
    bookingCancelled: (reference) => ({
      subject: `${reference} สมาชิกยกเลิกแล้ว กรุณาคืนที่นั่ง`,
      heading: 'สมาชิกยกเลิกการจอง',
      lead: 'กรุณาคืนที่นั่งให้สายการบิน',
      action: openBooking,
    }),
    flightChanged: (reference) => ({
      subject: `${reference} สายการบินเปลี่ยนแปลงเที่ยวบิน กรุณาตกลงกับสมาชิก`,
      heading: 'สายการบินเปลี่ยนแปลงเที่ยวบิน',
      lead: 'กรุณาอ่านการเปลี่ยนแปลงในระบบของผู้ให้บริการ แล้วตกลงกับสมาชิก สมาชิกทราบแล้วว่าคุณจะติดต่อไป',
      action: openBooking,
    }),
    airlineCancelled: (reference) => ({
      subject: `${reference} สายการบินยกเลิกที่นั่ง กรุณาติดต่อสมาชิก`,
      heading: 'สายการบินยกเลิกที่นั่งของการจอง',
      lead: 'การจองนี้ไม่มีที่นั่งแล้ว กรุณาเสนอเที่ยวบินอื่นให้สมาชิก และคืนเงินที่ชำระแล้ว',
      action: openBooking,
    }),
  },
};
