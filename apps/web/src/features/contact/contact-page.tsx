import { LifeBuoy, Mail, MessagesSquare, PenLine, User, type LucideIcon } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RiverMark } from '#drawings/river.tsx';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { TextArea, TextField } from '#ui/form-field.tsx';
import { PageIntro } from '#ui/page-intro.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { useTicketForm, type SubmittedTicket } from './ticket-form.ts';

type Form = ReturnType<typeof useTicketForm>;

function Fields({ form: { fields, problemOf, change, busy } }: { readonly form: Form }) {
  const { t } = useTranslation();
  const wired = (field: keyof typeof fields) => {
    const problem = problemOf(field);
    return {
      name: field,
      label: t(`pages.contact.${field}`),
      required: true,
      // What is being sent stands still, so that what is kept is what was read.
      readOnly: busy,
      value: fields[field],
      error: problem && t(`problem.${problem.code}`),
    };
  };
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...wired('name')}
          autoComplete="name"
          enterKeyHint="next"
          maxLength={200}
          icon={User}
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextField
          {...wired('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          enterKeyHint="next"
          icon={Mail}
          onChange={(event) => change({ email: event.target.value })}
        />
      </div>
      <TextField
        {...wired('subject')}
        autoComplete="off"
        enterKeyHint="next"
        maxLength={200}
        icon={PenLine}
        onChange={(event) => change({ subject: event.target.value })}
      />
      <TextArea
        {...wired('message')}
        rows={6}
        maxLength={5000}
        onChange={(event) => change({ message: event.target.value })}
      />
    </>
  );
}

function Outcome({ submitted: { ticket, kept } }: { readonly submitted: SubmittedTicket }) {
  const { t } = useTranslation();
  return (
    <Alert tone="info" title={t('pages.contact.submittedNote', { email: ticket.email })}>
      {kept ? undefined : t('pages.contact.notKept')}
    </Alert>
  );
}

interface ContactPageProps {
  /** Hears whether something is typed that has not been sent. */
  readonly onUnsent: (unsent: boolean) => void;
}

function TicketForm({ onUnsent }: ContactPageProps) {
  const { t } = useTranslation();
  const form = useTicketForm();
  const { unsent } = form;
  useEffect(() => onUnsent(unsent), [unsent, onUnsent]);
  return (
    <section
      aria-labelledby="ticket"
      className="rounded-lg border border-line bg-surface p-5 sm:p-8"
    >
      <h2 id="ticket" className="text-2xl">
        {t('pages.contact.form')}
      </h2>
      <p className="mt-1 mb-6 text-ink-2">{t('pages.contact.required')}</p>
      <form method="post" noValidate onSubmit={form.onSubmit} className="grid gap-4">
        <Fields form={form} />
        {form.submitted && <Outcome submitted={form.submitted} />}
        <Button
          type="submit"
          size="lg"
          busy={form.busy}
          busyText={t('pages.contact.busy')}
          className="mt-2 sm:justify-self-start"
        >
          {t('pages.contact.submit')}
        </Button>
      </form>
    </section>
  );
}

function Way({
  icon: Icon,
  title,
  badge,
  text,
  action,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly badge?: ReactNode;
  readonly text: string;
  readonly action: ReactNode;
}) {
  return (
    <li className="border-t border-line py-6 last:border-b">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Icon className="size-6 text-teal" strokeWidth={1.6} aria-hidden />
        <h3 className="text-xl">{title}</h3>
        {badge}
      </div>
      <p className="mt-2 mb-4 text-ink-2">{text}</p>
      {action}
    </li>
  );
}

function OtherWays() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="ways">
      <h2 id="ways" className="mb-4 text-2xl">
        {t('pages.contact.ways')}
      </h2>
      <ul>
        <Way
          icon={MessagesSquare}
          title={t('pages.contact.chat.title')}
          badge={
            <span className="num clip-yo-sm bg-gold px-3 py-0.5 text-sm font-strong text-on-gold">
              {t('pages.contact.chat.hours')}
            </span>
          }
          text={t('pages.contact.chat.text')}
          action={
            <Button
              tone="secondary"
              onClick={() =>
                showToast({
                  title: 'pages.contact.chat.unavailable',
                  description: 'pages.contact.chat.unavailableText',
                })
              }
            >
              {t('pages.contact.chat.action')}
            </Button>
          }
        />
        <Way
          icon={LifeBuoy}
          title={t('pages.contact.help.title')}
          text={t('pages.contact.help.text')}
          action={
            <Button
              tone="secondary"
              onClick={() => showToast({ title: 'pages.contact.help.soon' })}
            >
              {t('pages.contact.help.action')}
            </Button>
          }
        />
      </ul>
    </section>
  );
}

/** Ways to reach the team: a ticket, and two that are only announced yet (spec §2). */
export function ContactPage({ onUnsent }: ContactPageProps) {
  const { t } = useTranslation();
  return (
    <div className="wrap py-12 lg:py-20">
      <PageIntro
        mark={<RiverMark />}
        eyebrow={t('pages.contact.title')}
        title={t('pages.contact.heading')}
        text={<Phrases text={t('pages.contact.text')} />}
      />
      <div className="grid gap-12 lg:grid-cols-[7fr_4fr] lg:gap-16">
        <TicketForm onUnsent={onUnsent} />
        <OtherWays />
      </div>
    </div>
  );
}
