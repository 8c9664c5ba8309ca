import { Check, CircleAlert, Eye, FileText, Upload, type LucideIcon } from 'lucide-react';
import { useEffect, useState, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bankName } from '@bkksiam/domain/banks';
import { slipAccept } from '@bkksiam/domain/booking';
import type { SlipQr } from '@bkksiam/domain/slip-qr';
import { useBaht } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Alert } from '#ui/feedback.tsx';
import { TextField } from '#ui/form-field.tsx';
import { Form } from '#ui/form.tsx';
import { Card } from '#ui/parts/card.tsx';
import { NumberField } from '#ui/parts/number-field.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { usePaymentFailure } from './payment-failure.ts';
import { slipCardId, type SlipForm } from './slip-form.ts';

function useFileDrop(onDrop: (file: File | undefined) => void) {
  const [isOver, setIsOver] = useState(false);
  const handle = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(over);
    if (event.type === 'drop') onDrop(event.dataTransfer.files[0]);
  };
  const handlers = { onDragOver: handle(true), onDragLeave: handle(false), onDrop: handle(false) };
  return { isOver, handlers };
}

/** The field of the file; out of sight once one is chosen. */
function FileField({ form, title }: { readonly form: SlipForm; readonly title: string }) {
  const { t } = useTranslation(['payments', 'common']);
  const { fileInputId: id } = form;
  const { isOver, handlers } = useFileDrop(form.choose);
  const { problem, slip } = form;
  const errorText = problem && t(`common:problem.${problem.code}.text`);
  return (
    <div
      {...handlers}
      hidden={slip !== null}
      className={classNames(
        'relative grid justify-items-center gap-1 rounded-md border-[1.5px] border-dashed px-4 py-5 text-center focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-(--focus)',
        problem ? 'border-red' : 'border-line-control',
        isOver && 'bg-teal-soft',
      )}
    >
      <Upload className="size-7 text-teal" strokeWidth={1.8} />
      <label htmlFor={id} className="font-head text-teal">
        {title}
      </label>
      <p id={`${id}-hint`} className="text-sm text-ink-2">
        {t('attach.types')}
      </p>
      <input
        id={id}
        type="file"
        accept={slipAccept}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem ? `${id}-hint ${id}-error` : `${id}-hint`}
        onChange={({ target }) => {
          form.choose(target.files?.[0]);
          // Otherwise choosing the same file again fires no event.
          target.value = '';
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      {problem && (
        <p id={`${id}-error`} className="text-sm font-mid text-red">
          {errorText}
        </p>
      )}
    </div>
  );
}

/** The picture of a slip. The policy of the site's pages allows data addresses for pictures and no others of files. */
function useDataUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') setUrl(reader.result);
    });
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  return url;
}

const isPdf = ({ type, name }: File) => type === 'application/pdf' || /\.pdf$/i.test(name);

const thumbnail =
  'grid min-h-34 w-26 flex-none place-items-center overflow-hidden rounded-sm border border-line-control bg-sunken';

function Picture({ file }: { readonly file: File }) {
  const { t } = useTranslation('payments');
  const url = useDataUrl(file);
  return (
    <div className={thumbnail}>
      {url !== undefined && (
        <img src={url} alt={t('attach.picture', { name: file.name })} className="h-auto w-full" />
      )}
    </div>
  );
}

function Thumbnail({ file }: { readonly file: File }) {
  if (!isPdf(file)) return <Picture file={file} />;
  return (
    <div className={thumbnail}>
      <FileText className="size-10 text-teal" strokeWidth={1.5} />
    </div>
  );
}

type Reading = 'reading' | SlipQr | null;

/** What the small code of a chosen picture says; its code is loaded with the first picture. */
function useReading(file: File): Reading {
  const [read, setRead] = useState<{ readonly of: File; readonly found: SlipQr | null }>();
  useEffect(() => {
    if (isPdf(file)) return undefined;
    const stop = new AbortController();
    import('./read-slip.ts')
      .then(({ readSlip }) => readSlip(file, stop.signal))
      .catch((error: unknown) => {
        logFailure('the code of a slip could not be read', error);
        return null;
      })
      .then(
        (found) => {
          if (!stop.signal.aborted) setRead({ of: file, found });
        },
        () => undefined,
      );
    return () => stop.abort();
  }, [file]);
  if (isPdf(file)) return null;
  return read?.of === file ? read.found : 'reading';
}

function ReadItem({
  Icon,
  ink,
  title,
  children,
}: {
  readonly Icon: LucideIcon;
  readonly ink: string;
  readonly title?: string;
  readonly children?: ReactNode;
}) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-sm leading-snug">
      <Icon className={`mt-px size-4.5 ${ink}`} />
      <div>
        {title !== undefined && <p className="font-strong">{title}</p>}
        {children !== undefined && (
          <p className="num text-xs leading-normal wrap-anywhere text-ink-2">{children}</p>
        )}
      </div>
    </li>
  );
}

/** What was read of the file, and what the team looks at itself. */
function ReadList({ file }: { readonly file: File }) {
  const { t } = useTranslation('payments');
  const language = useLanguage();
  const reading = useReading(file);
  const found = reading === 'reading' ? null : reading;
  return (
    <ul className="grid content-start gap-2" aria-live="polite" aria-busy={reading === 'reading'}>
      {reading === 'reading' && (
        <ReadItem Icon={Eye} ink="text-ink-3">
          {t('attach.reading')}
        </ReadItem>
      )}
      {found && (
        <>
          <ReadItem Icon={Check} ink="text-green" title={t('attach.read')}>
            {bankName(found.bank, language)}
          </ReadItem>
          <ReadItem Icon={Check} ink="text-green" title={t('attach.reference')}>
            {found.reference.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </ReadItem>
          <ReadItem Icon={Eye} ink="text-ink-3">
            {t('attach.noAmount')}
          </ReadItem>
        </>
      )}
      {reading === null && isPdf(file) && (
        <ReadItem Icon={Eye} ink="text-ink-3" title={file.name}>
          {t('attach.pdf')}
        </ReadItem>
      )}
      {reading === null && !isPdf(file) && (
        <ReadItem Icon={CircleAlert} ink="text-gold-ink" title={t('attach.unread')}>
          {t('attach.unreadText')}
        </ReadItem>
      )}
    </ul>
  );
}

function ChosenSlip({
  form,
  file,
  hasBar,
}: {
  readonly form: SlipForm;
  readonly file: File;
  readonly hasBar: boolean;
}) {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  const failureText = usePaymentFailure();
  const { typedSatang: typed } = form;
  const hasAmount = typed !== null && !Number.isNaN(typed);
  return (
    <>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-4">
        <Thumbnail file={file} />
        <ReadList file={file} />
      </div>
      <Form
        aria-label={t('attach.form')}
        onSubmit={form.onSubmit}
        className="mt-4 grid gap-4 md:max-xl:grid-cols-2"
      >
        <NumberField {...form.amount('amount')} label={t('attach.amount')} enterKeyHint="send" />
        <TextField
          {...form.field('payerName')}
          label={t('attach.payer')}
          autoComplete="name"
          enterKeyHint="send"
        />
        <div className="grid gap-3 md:max-xl:col-span-2">
          {form.failure && <Alert title={t('attach.failed')}>{failureText(form.failure)}</Alert>}
          <Button
            type="submit"
            busy={form.busy}
            busyText={t('attach.sending')}
            className={hasBar ? 'max-md:hidden' : undefined}
          >
            {hasAmount ? t('attach.sendAmount', { amount: baht(typed) }) : t('attach.send')}
          </Button>
          <p className="text-xs text-ink-2">
            <Phrases text={t('attach.kept')} />
          </p>
        </div>
      </Form>
    </>
  );
}

/** Where the member attaches the slip of the transfer. */
export function SlipCard({
  form,
  isAgain,
  hasBar = true,
}: {
  readonly form: SlipForm;
  /** After a rejection, or while another slip waits. */
  readonly isAgain: boolean;
  /** The bar of a phone has the button. */
  readonly hasBar?: boolean;
}) {
  const { t } = useTranslation('payments');
  const { slip } = form;
  const link = (text: string, onClick: () => void) => (
    <Button tone="link" onClick={onClick}>
      {text}
    </Button>
  );
  return (
    <Card
      id={slipCardId}
      title={t(slip ? 'attach.chosen' : isAgain ? 'attach.again' : 'attach.title')}
      action={
        slip && (
          <span className="flex gap-x-5">
            {link(t('attach.change'), form.openFiles)}
            {link(t('attach.remove'), form.remove)}
          </span>
        )
      }
    >
      {!slip && (
        <p className="-mt-2 mb-4 text-sm text-ink-2">
          <Phrases text={t(isAgain ? 'attach.againText' : 'attach.text')} />
        </p>
      )}
      <FileField form={form} title={t(isAgain ? 'attach.chooseAgain' : 'attach.choose')} />
      {slip && <ChosenSlip form={form} file={slip} hasBar={hasBar} />}
    </Card>
  );
}
