import type { MessageContext } from './message-mails.ts';
import type { MessageText } from './message-texts-en.ts';

const english = {
  subject: 'Subject',
  about: 'About',
  answerBy: 'Answer by',
  answer: 'Our answer',
  message: 'Message',
  answered: (number: string): MessageText => ({
    subject: `Question ${number}: we have answered, please open it`,
    heading: 'We have answered your question',
    lead: 'Reply on our site if anything is still open: replies to this email do not reach us.',
    action: 'Open your question',
  }),
  visitorReceived: (number: string): MessageText => ({
    subject: `We have your question ${number}, follow it with this link`,
    heading: 'We have received your question',
    lead: 'We answer within 24 hours, by email. The link opens your question on our site for 90 days: keep it to yourself. If you have not written to us, ignore this email.',
    action: 'Open your question',
  }),
  received: (number: string, deadline: string): MessageText => ({
    subject: `Question ${number} waits: please answer by ${deadline}`,
    heading: 'A question waits for an answer',
    lead: 'We have promised an answer within 24 hours.',
    action: 'Open the question',
  }),
};

const thai: SupportTexts = {
  subject: 'หัวข้อ',
  about: 'เกี่ยวกับ',
  answerBy: 'ตอบภายใน',
  answer: 'คำตอบของเรา',
  message: 'ข้อความ',
  answered: (number) => ({
    subject: `เราตอบเรื่องที่คุณสอบถาม ${number} แล้ว กรุณาเปิดอ่าน`,
    heading: 'เราตอบเรื่องที่คุณสอบถามแล้ว',
    lead: 'หากมีอะไรสงสัยเพิ่มเติม ตอบกลับได้ที่เว็บไซต์ของเรา การตอบกลับอีเมลฉบับนี้จะไม่ถึงเรา',
    action: 'เปิดเรื่องที่สอบถาม',
  }),
  visitorReceived: (number) => ({
    subject: `เราได้รับเรื่อง ${number} ของคุณแล้ว ติดตามได้จากลิงก์นี้`,
    heading: 'เราได้รับเรื่องของคุณแล้ว',
    lead: 'เราจะตอบทางอีเมลภายใน 24 ชั่วโมง ลิงก์นี้เปิดเรื่องของคุณบนเว็บไซต์ได้ 90 วัน กรุณาอย่าส่งต่อให้ผู้อื่น หากคุณไม่ได้เขียนถึงเรา ไม่ต้องทำอะไร',
    action: 'เปิดเรื่องที่สอบถาม',
  }),
  received: (number, deadline) => ({
    subject: `เรื่อง ${number} รอคำตอบ กรุณาตอบภายใน${deadline}`,
    heading: 'มีเรื่องรอคำตอบ',
    lead: 'เราสัญญาไว้ว่าจะตอบภายใน 24 ชั่วโมง',
    action: 'เปิดเรื่องนี้',
  }),
};

type SupportTexts = typeof english;

/** The texts of mails about support threads. */
export function supportTexts(language: MessageContext['language']): SupportTexts {
  return language === 'th' ? thai : english;
}
