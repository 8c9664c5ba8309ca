import { FileCheck, Upload } from 'lucide-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { slipAccept } from '@bkksiam/domain/booking';
import { useLanguage } from '#platform/i18n.ts';
import { CrossButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import type { BookingForm } from './booking-form.ts';

interface SelectedSlipProps {
  readonly slip: NonNullable<BookingForm['input']['slip']>;
  readonly onRemove: () => void;
}

function SelectedSlip({ slip, onRemove }: SelectedSlipProps) {
  const { t } = useTranslation();
  const [amount, unit] =
    slip.size < 100_000 ? [slip.size / 1024, 'kilobyte'] : [slip.size / 1024 ** 2, 'megabyte'];
  const format = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
  const size = new Intl.NumberFormat(useLanguage(), format).format(amount);
  return (
    <div className="flex items-center gap-3 rounded-md bg-teal-soft py-1 pr-1 pl-4 text-teal">
      <FileCheck className="size-5 flex-none" />
      <p role="status" className="min-w-0 flex-1 py-2">
        <span className="sr-only">{t('members.booking.slipChosen', { name: '' })}</span>
        <span className="block font-mid wrap-anywhere text-ink">{slip.name}</span>
        <span className="num block text-sm text-ink-2">{size}</span>
      </p>
      <CrossButton
        label={t('members.booking.slipRemove', { name: slip.name })}
        onClick={onRemove}
      />
    </div>
  );
}

function useFileDrop(onDrop: (file: File | undefined) => void) {
  const [draggedOver, setDraggedOver] = useState(false);
  const handle = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(isOver);
    if (event.type === 'drop') onDrop(event.dataTransfer.files[0]);
  };
  const handlers = { onDragOver: handle(true), onDragLeave: handle(false), onDrop: handle(false) };
  return { draggedOver, handlers };
}

/** The payment slip: selected by the file dialog or dropped, and removable. */
export function SlipField({ form }: { readonly form: BookingForm }) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { draggedOver, handlers } = useFileDrop(form.selectSlip);
  const { slipProblem } = form;
  const { slip } = form.input;
  function remove() {
    form.removeSlip();
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
          draggedOver && 'bg-teal-soft',
        )}
      >
        <Upload className="size-6 text-teal" />
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
            form.selectSlip(target.files?.[0]);
            // Otherwise selecting the same file again fires no event.
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
      {slip && <SelectedSlip slip={slip} onRemove={remove} />}
    </div>
  );
}
