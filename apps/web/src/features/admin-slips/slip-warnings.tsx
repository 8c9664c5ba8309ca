import { Check, Clock, CopyCheck, ScanLine, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { satangText } from '@bkksiam/domain/number-input';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { classNames } from '#ui/class-names.ts';
import { slipKind } from '#entities/payment/slip-data.ts';
import { Section } from '#ui/parts/section.tsx';
import {
  isUsedBefore,
  warningsOf,
  type AdminSlip,
  type SlipTwin,
  type SlipWarning,
} from './slips-data.ts';
import { useSlipNames } from './slip-texts.ts';

const icons: Readonly<Record<SlipWarning, LucideIcon>> = {
  used_reference: TriangleAlert,
  same_picture: CopyCheck,
  near_picture: CopyCheck,
  typed_differs: TriangleAlert,
  late: Clock,
  no_qr: ScanLine,
  not_checked: ScanLine,
  pdf: ScanLine,
};

const twinOf: Readonly<Partial<Record<SlipWarning, SlipTwin['same']>>> = {
  used_reference: 'reference',
  same_picture: 'picture',
  near_picture: 'near',
};

/** What a warning is about: the slip that may be the same, the amounts, or where to look. */
function useDetail(slip: AdminSlip, twins: readonly SlipTwin[]) {
  const { t } = useTranslation('adminSlips');
  const namesOf = useSlipNames();
  const short = useShortTime();
  function twinText(warning: SlipWarning): string | undefined {
    const twin = twins.find(({ same }) => same === twinOf[warning]);
    if (twin === undefined) return undefined;
    const names = namesOf(twin);
    const text =
      twin.reviewed_at === null || twin.status === 'WAITING'
        ? t('warning.twin.WAITING', names)
        : t(`warning.twin.${twin.status}`, {
            ...names,
            time: short.time(twin.reviewed_at),
            name: twin.reviewed_by_name ?? t('noMember'),
          });
    const bits =
      warning === 'near_picture' && twin.bits !== null
        ? t('warning.bits', { count: twin.bits })
        : undefined;
    return [bits, text].filter(Boolean).join(' · ');
  }
  return (warning: SlipWarning): string | undefined => {
    if (isUsedBefore(warning)) return twinText(warning);
    if (warning === 'typed_differs') {
      const due = slip.due_satang === null ? '—' : satangText(slip.due_satang);
      return t('warning.differs', { typed: satangText(slip.typed_satang), due });
    }
    return warning === 'late' ? undefined : t('warning.look');
  };
}

/** Red for what was used before, gold for the rest. */
export function Warnings({
  slip,
  twins,
}: {
  readonly slip: AdminSlip;
  readonly twins: readonly SlipTwin[];
}) {
  const { t } = useTranslation('adminSlips');
  const detailOf = useDetail(slip, twins);
  const warnings = warningsOf(slip);
  if (warnings.length === 0) return null;
  return (
    <Section title={t('warning.title')}>
      <ul className="grid gap-2">
        {warnings.map((warning) => {
          const Icon = icons[warning];
          const detail = detailOf(warning);
          const isRed = isUsedBefore(warning);
          return (
            <li
              key={warning}
              className={classNames(
                'grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 rounded-md px-3 py-2 leading-snug forced-colors:border',
                isRed ? 'bg-red-soft' : 'bg-gold-soft',
              )}
            >
              <Icon className={classNames('mt-0.5 size-5', isRed ? 'text-red' : 'text-gold-ink')} />
              <span>
                <b className="font-strong">{t(`warning.${warning}`)}</b>
                {detail !== undefined && (
                  <span className="block text-xs wrap-anywhere text-ink-2">{detail}</span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** What is in order. */
export function Checks({ slip }: { readonly slip: AdminSlip }) {
  const { t } = useTranslation('adminSlips');
  const found = warningsOf(slip);
  const checks = [
    slip.reading === 'read' && !found.some(isUsedBefore) && t('check.unused'),
    slip.due_satang !== null && !found.includes('typed_differs') && t('check.amount'),
    slipKind(slip) !== 'topUp' && !found.includes('late') && t('check.time'),
  ].filter((text) => text !== false);
  if (checks.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1">
      {checks.map((text) => (
        <li key={text} className="flex items-start gap-3">
          <Check className="mt-0.5 size-5 flex-none text-green" strokeWidth={2} />
          {text}
        </li>
      ))}
    </ul>
  );
}
