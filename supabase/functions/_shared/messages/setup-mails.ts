import { renderMessage } from './message-layout.ts';
import type { RenderMessage } from './message-mails.ts';
import type { MessageText } from './message-texts-en.ts';

const texts: Readonly<Record<'en' | 'th', MessageText>> = {
  en: {
    subject: 'Test email: your mail server works',
    heading: 'This email has arrived',
    lead: 'You requested it in the admin area. Open the link to mark the mail server as done in the first set-up.',
    action: 'Confirm that it arrived',
  },
  th: {
    subject: 'อีเมลทดสอบ เซิร์ฟเวอร์อีเมลใช้งานได้',
    heading: 'อีเมลฉบับนี้ส่งถึงแล้ว',
    lead: 'คุณกดส่งจากหน้าผู้ดูแลระบบ กรุณาเปิดลิงก์นี้เพื่อยืนยันในรายการตั้งค่าเริ่มต้น',
    action: 'ยืนยันว่าได้รับแล้ว',
  },
};

/** The mail that an admin tests the mail server with. */
export const setupMails: readonly (readonly [event: string, render: RenderMessage])[] = [
  [
    'setup.test_mail',
    (context) => {
      const path = `/admin?mail=${encodeURIComponent(String(context.ids.token))}`;
      return renderMessage({ ...texts[context.language], facts: [], path }, context);
    },
  ],
];
