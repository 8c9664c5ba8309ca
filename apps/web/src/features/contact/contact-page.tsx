import { LifeBuoy, MessagesSquare, PenLine, Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pages } from '#pages.ts';
import { useUser } from '#platform/session.ts';
import { showToast } from '#platform/toast.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmailLink, PhoneLink } from '#ui/contact-links.tsx';
import { EmailField, NameField } from '#ui/contact-fields.tsx';
import { Alert } from '#ui/feedback.tsx';
import { TextArea, TextField } from '#ui/form-field.tsx';
import { Form } from '#ui/form.tsx';
import { IntroPage } from '#platform/intro-page.tsx';
import { hasThreads, longestSubject, useTicketForm } from './ticket-form.ts';
import { FollowTicket, TicketFailure } from './ticket-sent.tsx';

function TicketForm() {
  const { t } = useTranslation();
  const { field, busy, subject, email, submitted, failure, handlers } = useTicketForm();
  return (
    <section
      aria-labelledby="ticket"
      className="rounded-lg border border-line bg-surface p-5 sm:p-8"
    >
      <h2 id="ticket" className="text-2xl">
        {t('pages.contact.form')}
      </h2>
      <p className="mt-1 mb-6 text-ink-2">{t('pages.contact.required')}</p>
      <Form {...handlers} className="grid gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <NameField {...field('name')} />
          <EmailField {...field('email')} enterKeyHint="next" />
        </div>
        <TextField
          {...field('subject')}
          // The server renders it: the field has it before the form's code runs.
          defaultValue={subject}
          autoComplete="off"
          enterKeyHint="next"
          maxLength={longestSubject}
          icon={PenLine}
        />
        <TextArea {...field('message')} rows={6} maxLength={5000} />
        {(busy || submitted !== undefined) && (
          // Has its place from the press on, so that nothing moves when the ticket is sent.
          <div
            aria-hidden={!submitted || undefined}
            className={submitted ? undefined : 'invisible'}
          >
            <Alert
              tone="info"
              title={t('pages.contact.submittedNote', { email: submitted?.email ?? email })}
            >
              {submitted && hasThreads() ? (
                <FollowTicket threadId={submitted.threadId} />
              ) : submitted?.stored === false ? (
                t('pages.contact.notStored')
              ) : undefined}
            </Alert>
          </div>
        )}
        {failure && <TicketFailure error={failure} />}
        <Button
          type="submit"
          size="lg"
          busy={busy}
          busyText={t('pages.contact.busy')}
          className="mt-2 sm:justify-self-start"
        >
          {t('pages.contact.submit')}
        </Button>
      </Form>
    </section>
  );
}

const helpOptions = [
  {
    name: 'chat',
    Icon: MessagesSquare,
    toast: {
      title: 'pages.contact.chat.unavailable',
      description: 'pages.contact.chat.unavailableText',
    },
  },
  { name: 'help', Icon: LifeBuoy, toast: { title: 'toast.soon' } },
] as const;

const linkClass = 'font-mid text-teal hover:underline';

/** Telephone with its hours, email and licence of the company. */
function Company() {
  const { t } = useTranslation();
  return (
    <li className="border-t border-line py-6 last:border-b">
      <div className="flex items-center gap-3">
        <Phone className="size-6 text-teal" />
        <h3 className="text-xl">{t('pages.contact.company')}</h3>
      </div>
      <p className="mt-2 flex flex-wrap gap-x-6">
        <PhoneLink text={t('footer.phone')} className={linkClass} />
        <EmailLink text={t('footer.email')} className={linkClass} />
      </p>
      <p className="text-ink-2">{t('pages.contact.hours')}</p>
      <p className="mt-1 text-sm text-ink-2">{t('footer.licence')}</p>
    </li>
  );
}

/** The thread in place of the chat, and the Help Center: a visitor's thread begins with the form. */
function ThreadOption({ name }: { readonly name: 'chat' | 'help' }) {
  const { t } = useTranslation(['support', 'common']);
  const user = useUser();
  const chat = user === null ? '#ticket' : `${pages.myThreads.href()}?new`;
  const isChat = name === 'chat';
  return (
    <>
      <p className="mt-2 mb-4 text-ink-2">
        {t(isChat ? 'contact.chatText' : 'common:pages.contact.help.text')}
      </p>
      <Link to={isChat ? chat : pages.help.href()} className={buttonClass({ tone: 'secondary' })}>
        {t(`contact.${name}`)}
      </Link>
    </>
  );
}

function HelpOptions() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="other-help">
      <h2 id="other-help" className="mb-4 text-2xl">
        {t('pages.contact.otherHelp')}
      </h2>
      <ul>
        {helpOptions.map(({ name, Icon, toast }) => (
          <li key={name} className="border-t border-line py-6 last:border-b">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Icon className="size-6 text-teal" />
              <h3 className="text-xl">{t(`pages.contact.${name}.title`)}</h3>
              {name === 'chat' && (
                <span className="num clip-yo-sm bg-gold px-3 py-0.5 text-sm font-strong text-on-gold">
                  {t('pages.contact.chat.hours')}
                </span>
              )}
            </div>
            {hasThreads() ? (
              <ThreadOption name={name} />
            ) : (
              <>
                <p className="mt-2 mb-4 text-ink-2">{t(`pages.contact.${name}.text`)}</p>
                <Button tone="secondary" onClick={() => showToast({ ...toast, tone: 'info' })}>
                  {t(`pages.contact.${name}.action`)}
                </Button>
              </>
            )}
          </li>
        ))}
        <Company />
      </ul>
    </section>
  );
}

/** Contact: the ticket form beside the chat and the help center, both placeholders (spec §2). */
export function Component() {
  return (
    <IntroPage eyebrow="nav.contact" title="pages.contact.heading" text="pages.contact.text">
      <div className="grid gap-12 lg:grid-cols-[7fr_4fr] lg:gap-16">
        <TicketForm />
        <HelpOptions />
      </div>
    </IntroPage>
  );
}
