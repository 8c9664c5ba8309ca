import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { msToNextMinute, timeLeft } from '@bkksiam/domain/deadline';
import { Countdown, type CountdownTime } from '#ui/parts/countdown.tsx';
import { Stepper } from '#ui/parts/stepper.tsx';
import { TimeLine, type TimeLineEntry } from '#ui/parts/time-line.tsx';
import { Exhibit, useSample } from './sample.tsx';

const minuteMs = 60_000;

/** The texts of the time left until a deadline, read from a clock. */
function useCountdown(deadline: number, now: () => number): () => CountdownTime {
  const { t } = useTranslation('parts');
  return () => {
    const time = now();
    const { urgency, ...left } = timeLeft(deadline, time);
    const { days, hours, minutes } = left;
    const text =
      days > 0
        ? t('time.days', left)
        : hours > 0
          ? t('time.hours', left)
          : minutes > 0
            ? t('time.minutes', left)
            : t('time.lastMinute');
    return { urgency, text, changesInMs: msToNextMinute(deadline, time) };
  };
}

function Deadline({
  inMinutes,
  start,
  onStub,
}: {
  readonly inMinutes: number;
  readonly start: number;
  readonly onStub?: boolean;
}) {
  const { t } = useTranslation('parts');
  const { s } = useSample();
  // The sample's clock starts at an instant that pictures do not differ in.
  const [opened] = useState(() => Date.now());
  const now = () => start + Date.now() - opened;
  const countdown = useCountdown(start + inMinutes * minuteMs + 30_000, now);
  return (
    <Countdown
      label={s('Pay by, Bangkok time', 'ชำระภายใน เวลาไทย')}
      deadline={s('Thu 10 Dec, 18:00', 'พฤ. 10 ธ.ค. 18:00 น.')}
      leftLabel={t('time.left')}
      leftLabelFirst={s('', 'before') !== ''}
      overText={s('The seats were released', 'ปล่อยที่นั่งแล้ว')}
      timeLeft={countdown}
      {...(onStub && { onStub })}
    />
  );
}

function useEntries(): readonly TimeLineEntry[] {
  const { s, baht } = useSample();
  return [
    {
      key: 'sent',
      state: 'done',
      when: s('Tue 1 Dec, 09:12', 'อ. 1 ธ.ค. 09:12 น.'),
      what: s('You sent the request', 'คุณส่งคำขอ'),
    },
    {
      key: 'offered',
      state: 'done',
      when: s('Tue 1 Dec, 15:40', 'อ. 1 ธ.ค. 15:40 น.'),
      what: s('Offer 1 sent', 'ส่งข้อเสนอที่ 1'),
      who: `${s('Pim at BKK Siam', 'คุณพิม ทีม BKK Siam')} · ${baht(556_600)}`,
    },
    {
      key: 'changed',
      state: 'done',
      when: s('Wed 2 Dec, 08:25', 'พ. 2 ธ.ค. 08:25 น.'),
      what: s('You asked for a change', 'คุณขอปรับข้อเสนอ'),
      quote: s(
        'An evening flight home please, with time for lunch before it.',
        'ขอขากลับช่วงเย็น อยากมีเวลากินมื้อเที่ยงก่อนกลับ',
      ),
    },
    {
      key: 'answer',
      state: 'next',
      when: s('By Thu 3 Dec, 17:00', 'ภายใน พฤ. 3 ธ.ค. 17:00 น.'),
      what: s('Answer offer 2', 'ตอบข้อเสนอที่ 2'),
      who: s('Your turn', 'รอคำตอบจากคุณ'),
    },
    {
      key: 'hold',
      state: 'later',
      when: s('Then', 'ขั้นต่อไป'),
      what: s('We hold the seats, you pay the deposit', 'เราจองที่นั่งไว้ให้ แล้วคุณชำระมัดจำ'),
    },
  ];
}

/** Stepper, deadlines and time line. */
export function ProgressExhibit() {
  const { s } = useSample();
  const [start] = useState(() => Date.UTC(2026, 11, 10, 4));
  const steps = [
    s('Search', 'ค้นหา'),
    s('Flight', 'เที่ยวบิน'),
    s('Passengers', 'ผู้โดยสาร'),
    s('Held', 'จองแล้ว'),
  ];
  return (
    <Exhibit id="progress" title={s('Progress and deadlines', 'ความคืบหน้าและกำหนดเวลา')}>
      <div className="grid gap-8">
        {[1, 2].map((current) => (
          <Stepper key={current} label={s('Steps', 'ขั้นตอน')} steps={steps} current={current} />
        ))}
        <div className="grid gap-8 roomy:grid-cols-2">
          <div className="grid content-start gap-3">
            {[2880, 312, 38, 0, -5].map((inMinutes) => (
              <Deadline key={inMinutes} inMinutes={inMinutes} start={start} />
            ))}
            <div className="rounded-lg bg-stub p-4">
              <Deadline inMinutes={280} start={start} onStub />
            </div>
          </div>
          <div className="rounded-lg bg-surface p-6 inset-ring inset-ring-line">
            <h3 id="so-far" className="mb-4 text-lg">
              {s('So far', 'ความคืบหน้า')}
            </h3>
            <TimeLine labelledBy="so-far" entries={useEntries()} />
          </div>
        </div>
      </div>
    </Exhibit>
  );
}
