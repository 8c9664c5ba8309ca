import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { agencyDetails, headOffice } from '@bkksiam/domain/agency';
import { bankName } from '@bkksiam/domain/banks';
import { TestQr } from '#entities/payment/test-qr.tsx';
import { useFailureText } from '#platform/failure-text.ts';
import { useListText } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { Button } from '#ui/button.tsx';
import { Alert, Skeleton } from '#ui/feedback.tsx';
import { ChangedMeanwhile } from '#ui/parts/changed-meanwhile.tsx';
import { Form } from '#ui/form.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { FactList } from '#ui/parts/fact-list.tsx';
import { AgencyFields, hasPayments } from './agency-fields.tsx';
import { agencyQuery, type StoredAgency } from './agency-data.ts';
import { isChangedMeanwhile, useAgencyForm, type AgencyForm } from './agency-form.ts';

/** What another admin has saved since the fields were filled, and the choice between both. */
function Changes({ form }: { readonly form: AgencyForm }) {
  const { t } = useTranslation('adminAgency');
  const list = useListText();
  const fields = form.changedMeanwhile;
  if (fields === undefined) return null;
  return (
    <ChangedMeanwhile
      title={t('changed.title')}
      theirs={t('changed.theirs')}
      mine={t('changed.mine')}
      onTheirs={form.takeTheirs}
      onMine={form.keepMine}
    >
      <p>
        {fields.length === 0
          ? t('changed.nothing')
          : t('changed.fields', { fields: list(fields.map((name) => t(`name.${name}`))) })}
      </p>
      <p>{t('changed.text')}</p>
    </ChangedMeanwhile>
  );
}

/** Account numbers and ids in groups that are read in one glance. */
const grouped = (digits: string) => digits.replaceAll(/(\d{3})(?=\d{2})/g, '$1 ');

/** What members see of it when they pay, and papers name. */
function Preview({ form }: { readonly form: AgencyForm }) {
  const { t } = useTranslation('adminAgency');
  const language = useLanguage();
  const details = agencyDetails(form.values);
  const { promptpay_kind: kind, promptpay_id: id, bank_code: bank } = details;
  const canPay = kind !== null || (bank !== null && details.bank_account_number !== null);
  const office =
    details.branch === headOffice
      ? t('office.head')
      : t('office.number', { number: details.branch });
  const accountFacts = [
    { name: t('preview.bank'), value: bank && bankName(bank, language) },
    { name: t('preview.accountName'), value: details.bank_account_name },
    {
      name: t('preview.accountNumber'),
      value: details.bank_account_number && grouped(details.bank_account_number),
    },
    {
      name: t('preview.promptpay'),
      value: id !== null && kind !== null && `${grouped(id)}\n${t(`promptpay.${kind}`)}`,
    },
  ];
  return (
    <section
      aria-labelledby="agency-preview"
      className="grid content-start gap-3 rounded-lg border border-line bg-surface p-5"
    >
      <h2 id="agency-preview" className="text-lg font-head">
        {t('preview.title')}
      </h2>
      <div className="wrap-anywhere">
        {details.logo !== null && (
          <img src={details.logo} alt="" className="mb-3 h-12 max-w-full object-contain" />
        )}
        <p className="font-strong">{details[`name_${language}`]}</p>
        <p className="text-sm whitespace-pre-line text-ink-2">{details[`address_${language}`]}</p>
        <p className="text-sm text-ink-2">
          {[details.phone, details.email].filter(Boolean).join(' · ')}
        </p>
        <p className="text-sm text-ink-2">{details[`hours_${language}`]}</p>
      </div>
      <div className="border-t border-line pt-3 text-sm">
        <FactList
          layout="ends"
          facts={[
            { name: t('preview.taxId'), value: details.tax_id && `${details.tax_id}\n${office}` },
            { name: t('preview.licence'), value: details.licence },
            ...(hasPayments() ? accountFacts : []),
          ].map((fact) => ({ ...fact, value: fact.value === false ? undefined : fact.value }))}
        />
      </div>
      {hasPayments() && !canPay && (
        <Alert tone="info" title={t('preview.cannotPay')}>
          {t('preview.cannotPayText')}
        </Alert>
      )}
    </section>
  );
}

/** The code of one baht to the PromptPay id that is stored. */
function Test({ agency }: { readonly agency: StoredAgency }) {
  const { t } = useTranslation('adminAgency');
  const language = useLanguage();
  const { promptpay_kind: kind, promptpay_id: id, bank_account_name: name } = agency;
  if (kind === null || id === null) return null;
  return (
    <section
      aria-labelledby="agency-test"
      className="grid gap-3 rounded-lg border border-line bg-surface p-5"
    >
      <h2 id="agency-test" className="text-lg font-head">
        {t('test.title')}
      </h2>
      <TestQr to={{ kind, id }} name={name ?? agency[`name_${language}`]} />
    </section>
  );
}

function Editor({ current }: { readonly current: StoredAgency }) {
  const { t } = useTranslation(['adminAgency', 'common']);
  const failureText = useFailureText();
  const form = useAgencyForm(current);
  const { failure } = form;
  return (
    <div className="grid max-w-6xl items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Form
        onSubmit={form.onSubmit}
        aria-label={t('title')}
        className="grid gap-6 rounded-lg border border-line bg-surface p-5 sm:p-8"
      >
        <AgencyFields form={form} />
        <Changes form={form} />
        {failure !== null && !isChangedMeanwhile(failure) && (
          <Alert title={t('failed')}>{failureText(failure)}</Alert>
        )}
        <Button
          type="submit"
          busy={form.busy}
          busyText={t('common:action.saving')}
          aria-disabled={form.changedMeanwhile !== undefined}
          className="sm:justify-self-start"
        >
          {t('save')}
        </Button>
      </Form>
      <div className="grid gap-6 lg:sticky lg:top-6">
        <Preview form={form} />
        {hasPayments() && <Test agency={current} />}
      </div>
    </div>
  );
}

/** The agency's own details: site, mails and papers name them, and members pay to them. */
export function Component() {
  const { t } = useTranslation('adminAgency');
  const query = useQuery(agencyQuery);
  return (
    <>
      <PageHeader title={t('title')} text={t(hasPayments() ? 'text' : 'textOfSite')} />
      {query.data && <Editor current={query.data} />}
      <QueryFallback
        query={query}
        failed={t('loadFailed')}
        failedText={query.error?.message}
        className="grid max-w-6xl gap-4"
      >
        <Skeleton className="h-40" />
        <Skeleton className="h-72" />
      </QueryFallback>
    </>
  );
}
