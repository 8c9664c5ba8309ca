-- Demo data of the feature support: answers of the Help Center, answers that admins insert, and threads of the members of seed.sql
-- who still have their accounts. Every id is fixed; times are relative to the time of seeding.

insert into public.bkk_help_answers (id, question_en, question_th, answer_en, answer_th, position, is_public)
select ('00000000-0000-4000-8011-' || lpad(position::text, 12, '0'))::uuid, question_en, question_th, answer_en, answer_th, position, true
from (values
  (1, 'How long is my booking held?', 'จองแล้วเก็บที่นั่งไว้ให้นานเท่าไร',
    'Usually 48 hours, or until the time that the airline gives us if it is earlier. Your booking shows the time in Bangkok.',
    'ปกติ 48 ชั่วโมง หรือถึงเวลาที่สายการบินกำหนดหากเร็วกว่านั้น ดูเวลาได้ในหน้าการจอง เป็นเวลาไทย'),
  (2, 'How do I pay?', 'ชำระเงินอย่างไร',
    'By PromptPay or bank transfer. Send us the slip on the page of your booking, and we check it within a day.',
    'พร้อมเพย์หรือโอนเงินผ่านธนาคาร แล้วส่งสลิปในหน้าการจอง เราตรวจให้ภายในหนึ่งวัน'),
  (3, 'Can I add baggage later?', 'เพิ่มน้ำหนักกระเป๋าทีหลังได้ไหม',
    E'Yes, until 24 hours before the departure. Ask us on the page of your booking: we tell you the price of the airline first.\nSports bags and instruments need an answer from the airline.',
    E'ได้ จนถึง 24 ชั่วโมงก่อนเดินทาง ถามเราในหน้าการจอง เราจะแจ้งราคาของสายการบินก่อน\nอุปกรณ์กีฬาและเครื่องดนตรีต้องรอสายการบินตอบ'),
  (4, 'The name on my ticket has a wrong letter', 'ชื่อในตั๋วสะกดผิดหนึ่งตัว',
    'Write to us at once, with a picture of the passport. Most airlines correct a few letters, but they do not change the person.',
    'เขียนถึงเราทันทีพร้อมรูปหน้าหนังสือเดินทาง สายการบินส่วนใหญ่แก้ตัวสะกดให้ได้ แต่เปลี่ยนตัวผู้เดินทางไม่ได้'),
  (5, 'Do you issue tax invoices?', 'ออกใบกำกับภาษีได้ไหม',
    'Yes, for our service fee, in the name of a person or a company. Enter the name, address and tax ID under Payments.',
    'ได้ สำหรับค่าบริการของเรา ในนามบุคคลหรือบริษัท กรอกชื่อ ที่อยู่ และเลขประจำตัวผู้เสียภาษีในหน้าการชำระเงิน')
) as demo (position, question_en, question_th, answer_en, answer_th)
on conflict do nothing;

insert into public.bkk_canned_answers (id, title, text_en, text_th, position)
select ('00000000-0000-4000-8012-' || lpad(position::text, 12, '0'))::uuid, title, text_en, text_th, position
from (values
  (1, 'ราคาน้ำหนักเพิ่ม', 'Yes. {leg} up to {kg} kg is {price} each. Shall we add it?', 'เพิ่มได้ค่ะ {เที่ยว} เพิ่มเป็น {กก.} กก. คนละ {ราคา} ให้เพิ่มเลยไหมคะ'),
  (2, 'ขอชื่อผู้โดยสาร', 'Please send the name as in the passport.', 'ขอชื่อตามหนังสือเดินทางของผู้โดยสารคนนี้ค่ะ'),
  (3, 'รอสายการบินตอบ', 'We are asking the airline and answer by {time}.', 'กำลังถามสายการบินให้ค่ะ จะตอบภายใน {เวลา}')
) as demo (position, title, text_en, text_th)
on conflict do nothing;

insert into public.bkk_support_threads (
  thread_id, user_id, request_key, member_email, member_name, language, booking_id, reference, subject, status, answer_due_at,
  created_at, changed_at, solved_at, customer_read_at, agency_read_at)
select
  ('00000000-0000-4000-8010-' || lpad(number::text, 12, '0'))::uuid, member.id, gen_random_uuid(),
  visitor_email, visitor_name, case when member_number is null then 'en' end, booking.booking_id, booking.reference, subject, status,
  case when status = 'open' then now() + due_in end, now() - opened_ago, now() - changed_ago,
  case when status = 'solved' then now() - changed_ago end, now() - read_ago, now() - changed_ago
from (values
  (1, 1, null, null, 'เพิ่มน้ำหนักกระเป๋าขากลับ', 'open', interval '2 hours 10 minutes', interval '1 day', interval '21 hours 50 minutes', interval '21 hours 50 minutes', true),
  (2, 1, null, null, 'ขอใบกำกับภาษีในนามบริษัท', 'waiting', interval '0', interval '2 days', interval '3 hours', interval '2 days', false),
  (3, 1, null, null, 'One letter in my name', 'solved', interval '0', interval '16 days', interval '14 days', interval '14 days', false),
  (4, 2, null, null, 'ขอเลื่อนวันบินกลับ', 'open', interval '11 hours', interval '13 hours', interval '13 hours', interval '13 hours', false),
  (5, null, 'arthit@mail.example', 'Arthit S.', 'Is pick-up open on Saturday?', 'open', interval '38 minutes', interval '23 hours 22 minutes', interval '23 hours 22 minutes', interval '23 hours 22 minutes', false),
  (6, null, 'tom.becker@mail.example', 'Tom Becker', 'Visa for a stop in Taipei', 'waiting', interval '0', interval '3 days', interval '2 days', interval '3 days', false)
) as demo (number, member_number, visitor_email, visitor_name, subject, status, due_in, opened_ago, changed_ago, read_ago, has_booking)
  left join auth.users as member
    on member.id = ('00000000-0000-4000-8000-' || lpad(member_number::text, 12, '0'))::uuid
    and member.email like '%@bkksiam.example'
  left join lateral (
    select known.booking_id, known.reference from public.bkk_bookings as known
    where has_booking and known.user_id = member.id and known.status = 'CONFIRMED'
    order by known.created_at
    limit 1) as booking on true
where member_number is null or member.id is not null
on conflict do nothing;

insert into public.bkk_support_messages (message_id, thread_id, created_at, author, author_name, event, text)
select
  ('00000000-0000-4000-8013-' || lpad(row_number() over (order by thread_number, ago desc)::text, 12, '0'))::uuid, thread.thread_id,
  now() - ago, author, case author when 'customer' then thread.member_name when 'agency' then 'Pim Charoen' end, event, text
from (values
  (1, interval '1 day', 'customer', null, 'สวัสดีค่ะ ขากลับอยากเพิ่มกระเป๋าเป็น 30 กก. แค่คนเดียว ได้ไหมคะ คิดเพิ่มเท่าไร'),
  (1, interval '22 hours', 'agency', null, 'เพิ่มได้ค่ะ ขากลับเพิ่มเป็น 30 กก. คนละ ฿420 จะใส่ชื่อใครดีคะ'),
  (1, interval '21 hours 55 minutes', 'agency', 'note', 'สายการบินแจ้ง 420 บาทต่อเที่ยว +10 กก. ยืนยันทางโทรศัพท์แล้ว'),
  (1, interval '21 hours 50 minutes', 'customer', null, 'ใส่ชื่อพี่กฤตแทนค่ะ KRIT WONGTHAI'),
  (2, interval '2 days', 'customer', null, 'ขอใบกำกับภาษีในนามบริษัทของการจองล่าสุดค่ะ'),
  (2, interval '3 hours', 'agency', null, 'ได้ค่ะ รบกวนส่งชื่อบริษัท ที่อยู่ และเลขผู้เสียภาษี 13 หลักค่ะ'),
  (3, interval '16 days', 'customer', null, 'My name is written WONGTAI, it should be WONGTHAI. Can you correct it?'),
  (3, interval '15 days', 'agency', null, 'The airline has corrected it. The new itinerary is in your booking.'),
  (3, interval '14 days', 'customer', 'solved', null),
  (4, interval '13 hours', 'customer', null, 'ขอเลื่อนวันบินกลับไปอีกสองวัน มีค่าใช้จ่ายเพิ่มเท่าไรครับ'),
  (5, interval '23 hours 22 minutes', 'customer', null, 'Can I pick up my order at your office on Saturday afternoon?'),
  (6, interval '3 days', 'customer', null, 'I change planes in Taipei with a German passport. Do I need a visa?'),
  (6, interval '2 days', 'agency', null, 'Not for a stop within the airport. If you leave it, check the entry rules of Taiwan first. Is that all you need?')
) as demo (thread_number, ago, author, event, text)
  join public.bkk_support_threads as thread
    on thread.thread_id = ('00000000-0000-4000-8010-' || lpad(thread_number::text, 12, '0'))::uuid
on conflict do nothing;
