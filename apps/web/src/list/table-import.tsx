import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportTable, ImportedItem, LineError } from '@bkksiam/domain/import-table';
import { listText } from '@bkksiam/domain/list-text';
import { quotedList } from '@bkksiam/domain/table-heading';
import type { AppError } from '#platform/app-error.ts';
import { TitledDialog } from '#platform/form-dialog.tsx';
import { useLanguage, type NamespacedKey } from '#platform/i18n.ts';
import { TextFileButton } from '#platform/text-file-button.tsx';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Alert } from '#ui/feedback.tsx';
import { useGroupedText } from './list-texts.ts';

/** More than the most lines need. */
const maxFileBytes = 2_000_000;
/** A longer preview would be slow, and nobody reads it. */
const maxShown = 200;

export interface TableImportProps<Item extends ImportedItem> {
  /** The namespace of `import.title`, `text`, `confirm` and `done`, and of the problems of the items. */
  readonly texts: NamespacedKey extends infer Key
    ? Key extends `${infer Group}import.confirm_one`
      ? Group
      : never
    : never;
  /** Compares the file with what is stored now. */
  readonly read: (text: string) => Promise<ImportTable<Item>>;
  readonly nameOf: (item: Item) => ReactNode;
  readonly fieldName: (field: string) => string;
  readonly failureText: (error: AppError) => string;
  /** Gives the number of items that were saved. */
  readonly send: (items: readonly Item[]) => Promise<number>;
  readonly mutationKey: readonly string[];
  readonly reload: () => void;
  readonly onClose: () => void;
}

interface LoadedFile<Item extends ImportedItem> {
  /** A corrected file may have the name of the former one. */
  readonly loadedAt: number;
  readonly name: string;
  readonly table: ImportTable<Item>;
}

/** Lines of the file, with the number of those that are not shown. */
function Lines({ children }: { readonly children: readonly ReactNode[] }) {
  const { t } = useTranslation('tableImport');
  const more = children.length - maxShown;
  return (
    <>
      {children.length > 0 && (
        <ol className="mt-2 divide-y divide-line rounded-md border border-line text-sm">
          {children.slice(0, maxShown)}
        </ol>
      )}
      {more > 0 && <p className="mt-1 text-sm text-ink-2">{t('more', { count: more })}</p>}
    </>
  );
}

function Errors(props: { readonly errors: readonly LineError[]; readonly texts: string }) {
  const { errors, texts } = props;
  const { t, i18n } = useTranslation('tableImport');
  if (errors.length === 0) return null;
  function textOf({ column, problem: { code, values } }: LineError) {
    const text = code.startsWith('table.')
      ? t(`problem.${code as 'table.value'}`, { ...values })
      : i18n.t(`${texts}problem.${code}` as 'tableImport:mend', { ...values });
    return column === null ? text : `${column}: ${text}`;
  }
  return (
    <section aria-labelledby="import-errors">
      <h3 id="import-errors" className="font-head text-red">
        {t('errors', { count: errors.length })}
      </h3>
      <p className="text-sm text-ink-2">{t('mend')}</p>
      <Lines>
        {errors.map((error, index) => (
          <li key={index} className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-2 px-3 py-1.5">
            <span className="num text-ink-2">{t('line', { line: error.line })}</span>
            <span className="font-mid wrap-anywhere text-red">{textOf(error)}</span>
          </li>
        ))}
      </Lines>
    </section>
  );
}

function IgnoredColumns({ ignored }: { readonly ignored: readonly string[] }) {
  const { t } = useTranslation('tableImport');
  const language = useLanguage();
  if (ignored.length === 0) return null;
  return (
    <p className="text-sm font-mid">
      {t('ignored', { count: ignored.length, columns: quotedList(ignored, language) })}
    </p>
  );
}

const tones = { new: 'ok', changed: 'wait', unchanged: 'calm' } as const;

type ItemProps<Item extends ImportedItem> = Pick<TableImportProps<Item>, 'nameOf' | 'fieldName'> & {
  readonly table: ImportTable<Item>;
};

/** What an import would do. Unchanged items are a number only. */
function Changes<Item extends ImportedItem>({ table, nameOf, fieldName }: ItemProps<Item>) {
  const { t } = useTranslation('tableImport');
  const language = useLanguage();
  const { items } = table;
  const counts = (['new', 'changed', 'unchanged'] as const).map((change) =>
    t(`count.${change}`, { count: items.filter((one) => one.change === change).length }),
  );
  return (
    <section aria-labelledby="import-changes">
      <h3 id="import-changes" className="font-head">
        {t('preview')}
      </h3>
      <p role="status" className="text-sm text-ink-2">
        {counts.join(' · ')}
      </p>
      <Lines>
        {items
          .filter(({ change }) => change !== 'unchanged')
          .map((item) => (
            <li
              key={item.line}
              className="grid grid-cols-[6rem_minmax(0,1fr)_auto] items-center gap-x-2 px-3 py-1.5"
            >
              <span className="num text-ink-2">{t('line', { line: item.line })}</span>
              <span className="num min-w-0 wrap-anywhere">
                {nameOf(item)}
                {item.fields.length > 0 && (
                  <span className="block text-xs text-ink-2">
                    {listText(item.fields.map(fieldName), language)}
                  </span>
                )}
              </span>
              <Chip tone={tones[item.change]} small>
                {t(item.change)}
              </Chip>
            </li>
          ))}
      </Lines>
    </section>
  );
}

/** The line of the file whose item the database refused; undefined if its error names none. */
function refusedLine({ cause }: AppError, sent: readonly ImportedItem[]): number | undefined {
  const { details } = Object(cause) as { readonly details?: unknown };
  return sent[Number(details) - 1]?.line;
}

function Confirm<Item extends ImportedItem>(
  props: TableImportProps<Item> & { readonly table: ImportTable<Item> },
) {
  const { table, texts, send, mutationKey, reload, failureText, onClose } = props;
  const { t, i18n } = useTranslation(['tableImport', 'common']);
  const sent = table.items.filter(({ change }) => change !== 'unchanged');
  const canImport = sent.length > 0 && table.errors.length === 0;
  const { mutate, isPending, error } = useMutation({
    mutationKey,
    mutationFn: () => send(sent),
    onSuccess: (count) => {
      showToast({ title: `${texts}import.done` as NamespacedKey, values: { count } });
      onClose();
    },
    onSettled: reload,
  });
  const line = error === null ? undefined : refusedLine(error, sent);
  return (
    <>
      {error !== null && (
        <Alert title={t('refused')}>
          {line !== undefined && `${t('line', { line })}: `}
          {failureText(error)}
        </Alert>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="secondary" aria-disabled={isPending} onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button
          busy={isPending}
          aria-disabled={!canImport}
          className={canImport ? '' : 'opacity-55'}
          onClick={() => mutate()}
        >
          {i18n.t(`${texts}import.confirm` as 'tableImport:more', { count: sent.length })}
        </Button>
      </div>
    </>
  );
}

/** Reads a CSV file, and shows what an import would change before it is confirmed. */
export function TableImport<Item extends ImportedItem>(props: TableImportProps<Item>) {
  const { texts, read, mutationKey, onClose } = props;
  const { t } = useTranslation('tableImport');
  const text = useGroupedText();
  const [file, setFile] = useState<LoadedFile<Item>>();
  const isImporting = useIsMutating({ mutationKey }) > 0;
  async function compare(content: string, name: string) {
    const table = await read(content);
    setFile({ loadedAt: Date.now(), name, table });
  }
  return (
    <TitledDialog
      title={text(`${texts}import.title`)}
      text={text(`${texts}import.text`)}
      wide
      onClose={() => !isImporting && onClose()}
    >
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center gap-3">
          <TextFileButton
            label={t('file')}
            maxBytes={maxFileBytes}
            tooLarge={t('tooLarge')}
            unknownEncoding={t('encoding')}
            failed="tableImport:unread"
            onText={compare}
          />
          {file !== undefined && <span className="text-sm wrap-anywhere">{file.name}</span>}
        </div>
        {file !== undefined && (
          <>
            <Errors errors={file.table.errors} texts={texts} />
            <IgnoredColumns ignored={file.table.ignored} />
            <Changes {...props} table={file.table} />
            <Confirm key={file.loadedAt} {...props} table={file.table} />
          </>
        )}
      </div>
    </TitledDialog>
  );
}
