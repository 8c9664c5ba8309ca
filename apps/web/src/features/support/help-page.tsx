import { queryOptions, useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pages } from '#pages.ts';
import { callData } from '#platform/data-api.ts';
import { useLanguage } from '#platform/i18n.ts';
import { pageLoader } from '#platform/page-loader.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { PageIntro } from '#ui/page-intro.tsx';
import { Phrases } from '#ui/phrases.tsx';
import '#styles/inner.css';

const maxAnswers = 100;

/** The public answers, in the order of the admins. */
const helpQuery = queryOptions({
  queryKey: ['support', 'help'],
  queryFn: ({ signal }) =>
    callData((client) =>
      client
        .from('bkk_help_answers')
        .select('id, question_en, question_th, answer_en, answer_th')
        .eq('is_public', true)
        .order('position')
        .order('id')
        .limit(maxAnswers)
        .abortSignal(signal),
    ),
});

function Answers() {
  const { t } = useTranslation('support');
  const language = useLanguage();
  const query = useQuery(helpQuery);
  const answers = query.data?.map(({ id, ...texts }) => ({
    id,
    question: language === 'th' ? texts.question_th : texts.question_en,
    answer: language === 'th' ? texts.answer_th : texts.answer_en,
  }));
  return (
    <>
      {answers?.length === 0 && <EmptyState title={t('help.empty')} text={t('help.emptyText')} />}
      <ul>
        {answers?.map(({ id, question, answer }) => (
          <li key={id} className="border-t border-line last:border-b">
            <details className="group">
              <summary className="flex min-h-14 cursor-pointer list-none items-center gap-4 py-3 font-head hover:text-teal">
                <span className="flex-1 text-lg">
                  <Phrases text={question} />
                </span>
                <ChevronDown className="size-5 flex-none text-teal transition-transform group-open:rotate-180" />
              </summary>
              <p className="max-w-[42em] pb-5 wrap-anywhere whitespace-pre-wrap text-ink-2">
                {answer}
              </p>
            </details>
          </li>
        ))}
      </ul>
      <QueryFallback query={query} failed={t('help.loadFailed')} className="grid gap-3">
        <Skeleton className="h-14" count={5} />
      </QueryFallback>
    </>
  );
}

/** The Help Center: questions with the answers of the agency, and the way to ask another one. */
export function Component() {
  const { t } = useTranslation(['support', 'common']);
  return (
    <div className="wrap py-12 lg:py-20">
      <PageIntro eyebrow={t('common:nav.contact')} title={t('help.title')} text={t('help.text')} />
      <div className="grid items-start gap-12 lg:grid-cols-[7fr_4fr] lg:gap-16">
        <Answers />
        <section aria-labelledby="more" className="rounded-lg border border-line bg-surface p-5">
          <h2 id="more" className="text-xl">
            {t('help.more')}
          </h2>
          <p className="mt-1 mb-4 text-ink-2">{t('help.moreText')}</p>
          <Link to={pages.contact.href()} className={buttonClass()}>
            {t('help.moreAction')}
          </Link>
        </section>
      </div>
    </div>
  );
}

export const loader = pageLoader(() => [helpQuery]);
