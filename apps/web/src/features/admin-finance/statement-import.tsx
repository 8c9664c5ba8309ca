import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  areEnough,
  parseBankStatement,
  statementColumns,
  type BankStatement,
  type StatementColumn,
  type StatementColumns,
} from '@bkksiam/domain/bank-statement';
import { satangText } from '@bkksiam/domain/number-input';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { TitledDialog } from '#platform/form-dialog.tsx';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { TextFileButton } from '#platform/text-file-button.tsx';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { TextField } from '#ui/form-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { financeKey, importStatement, type StatementFile } from './finance-data.ts';
import { useFinanceFailure } from './finance-failure.ts';

const maxFileBytes = 5_000_000;
const maxShownNumbers = 20;

interface LoadedFile {
  readonly loadedAt: number;
  readonly name: string;
  readonly text: string;
}

/** The first rows of a file. */
function Sample({ rows }: { readonly rows: BankStatement['sample'] }) {
  const { t } = useTranslation('adminFinance');
  return (
    <div
      role="group"
      aria-label={t('import.sample')}
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line"
    >
      <table className="text-xs whitespace-nowrap">
        <tbody>
          {rows.map((row, line) => (
            <tr key={line} className="border-t border-line first:border-t-0">
              {row.map((cell, index) => (
                <td key={index} className="px-2 py-1">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A cell in the name of a column is cut after so many characters. */
const maxCell = 32;

interface ColumnPickerProps {
  readonly statement: BankStatement;
  readonly onPick: (columns: StatementColumns) => void;
}

/** A choice of what each column of a file has. */
function ColumnPicker({ statement: { sample, columns }, onPick }: ColumnPickerProps) {
  const { t } = useTranslation('adminFinance');
  const width = Math.max(0, ...sample.map((row) => row.length));
  const cellOf = (index: number) => sample.map((row) => row[index]).find(Boolean) ?? '';
  const choices = [
    { value: -1, text: t('import.noColumn') },
    ...Array.from({ length: width }, (_, index) => ({
      value: index,
      text: `${String(index + 1)}: ${cellOf(index).slice(0, maxCell)}`,
    })),
  ];
  function pick(name: StatementColumn, index: number) {
    const { [name]: _, ...others } = columns;
    onPick(index === -1 ? others : { ...others, [name]: index });
  }
  return (
    <section aria-labelledby="import-columns" className="grid gap-3">
      <h3 id="import-columns" className="font-head">
        {t('import.pick')}
      </h3>
      <Sample rows={sample} />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {statementColumns.map((name) => (
          <SelectField
            key={name}
            label={t(`import.column.${name}`)}
            name={name}
            choices={choices}
            value={columns[name] ?? -1}
            onValue={(index) => pick(name, index)}
          />
        ))}
      </div>
    </section>
  );
}

/** What of the file is read. */
function Counts({ statement }: { readonly statement: BankStatement }) {
  const { t } = useTranslation('adminFinance');
  const { lines, unread } = statement;
  const sumOf = (sign: number) =>
    lines
      .filter(({ amount_satang: satang }) => Math.sign(satang) === sign)
      .reduce((sum, { amount_satang: satang }) => sum + satang, 0);
  const numbers = unread.slice(0, maxShownNumbers).map(String).join(' ');
  return (
    <div className="text-sm">
      <p>
        {t('import.counted', {
          count: lines.length,
          credit: satangText(sumOf(1)),
          debit: satangText(sumOf(-1)),
        })}
      </p>
      {unread.length > 0 && (
        <p className="font-mid text-red">{t('import.unread', { count: unread.length, numbers })}</p>
      )}
      {statement.isTooLong && <p className="font-mid text-red">{t('import.tooLong')}</p>}
    </div>
  );
}

const importKey = [...financeKey, 'import'];

/** The account is typed: a preview waits so many milliseconds for the next letter. */
const typingPause = 300;

interface ConfirmProps {
  readonly file: StatementFile;
  /** Names the lines of the file as they are read now. */
  readonly linesKey: string;
  readonly onDone: () => void;
}

function Confirm({ file, linesKey, onDone }: ConfirmProps) {
  const { t } = useTranslation(['adminFinance', 'common']);
  const queries = useQueryClient();
  const failureText = useFinanceFailure();
  const preview = useQuery({
    queryKey: [...financeKey, 'preview', linesKey, file.account],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, typingPause));
      signal.throwIfAborted();
      return importStatement(file, true);
    },
  });
  const { mutate, isPending, error } = useMutation({
    mutationKey: importKey,
    mutationFn: () => importStatement(file, false),
    onSuccess: ({ newLines }) => {
      showToast({ title: 'adminFinance:import.done', values: { count: newLines } });
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: financeKey }),
  });
  const counts = preview.data;
  return (
    <>
      {counts && (
        <p role="status" className="font-mid">
          {t('import.preview', {
            new: counts.newLines,
            known: counts.lines - counts.newLines,
          })}
        </p>
      )}
      <QueryFallback
        query={preview}
        failed={t('import.failed')}
        failedText={preview.error && failureText(preview.error)}
      >
        <span className="text-sm text-ink-2">{t('import.counting')}</span>
      </QueryFallback>
      {error !== null && <Alert title={t('import.failed')}>{failureText(error)}</Alert>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="secondary" aria-disabled={isPending} onClick={onDone}>
          {t('common:action.cancel')}
        </Button>
        <Button busy={isPending} aria-disabled={counts === undefined} onClick={() => mutate()}>
          {t('import.confirm', { count: counts?.newLines ?? file.lines.length })}
        </Button>
      </div>
    </>
  );
}

function FileReview({ file, onDone }: { readonly file: LoadedFile; readonly onDone: () => void }) {
  const { t } = useTranslation('adminFinance');
  const [picked, setPicked] = useState<StatementColumns>();
  const [account, setAccount] = useState('');
  const today = bangkokToday();
  const statement = useMemo(
    () => parseBankStatement(file.text, { today, ...(picked && { picked }) }),
    [file.text, today, picked],
  );
  const { form } = statement;
  const shown = picked === undefined ? statement : { ...statement, columns: picked };
  const canImport = statement.lines.length > 0 && account.trim() !== '';
  return (
    <>
      <p role="status" className="text-sm">
        {form === null ? t('import.unknownForm') : t(`import.form.${form}`)}
      </p>
      {picked === undefined && form !== null ? (
        <Button
          tone="link"
          className="justify-self-start text-sm"
          onClick={() => setPicked(statement.columns)}
        >
          {t('import.pickInstead')}
        </Button>
      ) : (
        <ColumnPicker statement={shown} onPick={setPicked} />
      )}
      {areEnough(shown.columns) && <Counts statement={statement} />}
      <TextField
        label={t('import.account')}
        hint={t('import.accountHint')}
        name="account"
        maxLength={40}
        autoComplete="off"
        value={account}
        onChange={({ target }) => setAccount(target.value)}
      />
      {canImport && (
        <Confirm
          file={{ name: file.name, account: account.trim(), lines: statement.lines }}
          linesKey={`${String(file.loadedAt)} ${JSON.stringify(statement.columns)}`}
          onDone={onDone}
        />
      )}
    </>
  );
}

/** Reads a bank statement from a CSV file, and shows what an import would add before it is confirmed. */
export function StatementImport({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('adminFinance');
  const [file, setFile] = useState<LoadedFile>();
  const isImporting = useIsMutating({ mutationKey: importKey }) > 0;
  return (
    <TitledDialog
      title={t('import.title')}
      text={t('import.text')}
      wide
      onClose={() => !isImporting && onClose()}
    >
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center gap-3">
          <TextFileButton
            label={t('import.file')}
            maxBytes={maxFileBytes}
            tooLarge={t('import.tooLarge')}
            unknownEncoding={t('import.encoding')}
            failed="adminFinance:import.unreadable"
            onText={(text, name) => setFile({ loadedAt: Date.now(), name, text })}
          />
          {file !== undefined && <span className="text-sm wrap-anywhere">{file.name}</span>}
        </div>
        {file !== undefined && <FileReview key={file.loadedAt} file={file} onDone={onClose} />}
      </div>
    </TitledDialog>
  );
}
