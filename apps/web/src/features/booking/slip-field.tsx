import { FileCheck, Upload, X } from 'lucide-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { slipAccept } from '@bkksiam/domain/booking';
import { useLanguage } from '#platform/i18n.ts';
import { IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import type { ChosenSlip } from './booking-draft.ts';
import type { BookingForm } from './booking-form.ts';

/** A file's size as people say it: `1.2 MB`. */
function useSizeText() {
  const language = useLanguage();
  return (bytes: number) => {
    const [amount, unit] =
      bytes < 100_000
        ? ([bytes / 1024, 'kilobyte'] as const)
        : ([bytes / 1024 ** 2, 'megabyte'] as const);
    return new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      maximumFractionDigits: 1,
    }).format(amount);
  };
}

function Chosen({ slip, onDrop }: { readonly slip: ChosenSlip; readonly onDrop: () => void }) {
  const { t } = useTranslation();
  const sizeText = useSizeText();
  return (
    <div className="flex items-center gap-3 rounded-md bg-teal-soft py-1 pr-1 pl-4 text-teal">
      <FileCheck className="size-5 flex-none" strokeWidth={1.6} aria-hidden />
      <p role="status" className="min-w-0 flex-1 py-2">
        <span className="sr-only">{t('members.booking.slipChosen', { name: '' })}</span>
        <span className="block font-mid wrap-anywhere text-ink">{slip.name}</span>
        <span className="num block text-sm text-ink-2">{sizeText(slip.size)}</span>
      </p>
      <IconButton label={t('members.booking.slipRemove', { name: slip.name })} onClick={onDrop}>
        <X className="size-5" strokeWidth={1.6} aria-hidden />
      </IconButton>
    </div>
  );
}

/** The file dropped on the box, which lights up while one hangs over it. */
function useDropping(choose: (file: File) => void) {
  const [over, setOver] = useState(false);
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) choose(file);
      },
    },
  };
}

/** The payment slip: chosen by the device's dialog or dropped, shown by name and size, and taken out again. */
export function SlipField({ form }: { readonly form: BookingForm }) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { over, handlers } = useDropping(form.chooseSlip);
  const { slip } = form.draft;
  const { slipProblem } = form;
  function drop() {
    form.dropSlip();
    input.current?.focus();
  }
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-mid">
        {t('members.booking.slip')}
      </label>
      <p id={`${id}-hint`} className="text-sm text-ink-2">
        {t('members.booking.slipHint')}
      </p>
      <div
        {...handlers}
        className={classNames(
          'relative grid justify-items-center gap-1 rounded-md border-[1.5px] border-dashed px-4 py-5 text-center focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-(--focus)',
          slipProblem ? 'border-red' : 'border-line-control',
          over && 'bg-teal-soft',
        )}
      >
        <Upload className="size-6 text-teal" strokeWidth={1.6} aria-hidden />
        <p aria-hidden>
          <span className="font-head text-teal">{t('members.booking.slipChoose')}</span>{' '}
          <span className="text-sm text-ink-2">{t('members.booking.slipDrop')}</span>
        </p>
        <input
          ref={input}
          id={id}
          type="file"
          name="slip"
          accept={slipAccept}
          aria-invalid={slipProblem !== null || undefined}
          aria-describedby={slipProblem ? `${id}-hint ${id}-error` : `${id}-hint`}
          disabled={form.sent}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) form.chooseSlip(file);
            // So that the same file can be chosen again.
            target.value = '';
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
      {slipProblem && (
        <p id={`${id}-error`} className="text-sm font-mid text-red">
          {t(`problem.${slipProblem.code}.text`)}
        </p>
      )}
      {slip && <Chosen slip={slip} onDrop={drop} />}
    </div>
  );
}
