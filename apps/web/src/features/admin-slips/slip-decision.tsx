import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { AcceptForm, focusAccept } from './accept-form.tsx';
import { Key } from './key.tsx';
import { RefuseForm, useRefuseForm } from './refuse-form.tsx';
import { useReviewKeys } from './review-keys.ts';
import { otherHolderOf, type AdminSlip, type RejectionReason } from './slips-data.ts';
import { useConflictText } from './slip-texts.ts';
import type { PictureView } from './use-picture-view.ts';
import type { useSlipHold } from './use-slip-hold.ts';

type Hold = ReturnType<typeof useSlipHold>;

interface DecisionProps {
  readonly slip: AdminSlip;
  readonly hold: Hold;
  readonly view: PictureView;
  /** Selects the next slip that waits. */
  readonly onDone: () => void;
}

/** Which form is shown, and how the keys change it. */
function useDecision({ slip, hold, view, onDone }: DecisionProps) {
  const [mode, setMode] = useState({ isRejection: false, takesFocus: false });
  const refuse = useRefuseForm(slip, onDone);
  const { isRejection } = mode;
  const show = (rejection: boolean, takesFocus: boolean) =>
    setMode({ isRejection: rejection, takesFocus });
  function choose(reason: RejectionReason) {
    refuse.change('reason', reason);
    const selector =
      reason === 'other' ? 'input[name=note]' : `input[name=reason][value=${reason}]`;
    document.querySelector<HTMLElement>(selector)?.focus();
  }
  const accept = () => (isRejection ? show(false, true) : focusAccept());
  useReviewKeys({
    ...view,
    ...(hold.isMine && {
      accept,
      refuse: () => show(true, true),
      leave: onDone,
      choose: isRejection ? choose : undefined,
    }),
  });
  return { ...mode, refuse, accept, show };
}

/** What is decided, and until when no other admin can. */
function Head({ title, until }: { readonly title: string; readonly until: string | undefined }) {
  const { t } = useTranslation('adminSlips');
  const short = useShortTime();
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h3 className="text-sm font-head tracking-normal">{title}</h3>
      {until !== undefined && (
        <p className="text-xs text-ink-2">{t('decide.until', { time: short.time(until) })}</p>
      )}
    </div>
  );
}

function Forms(props: DecisionProps) {
  const { slip, hold, onDone } = props;
  const { t } = useTranslation('adminSlips');
  const { isRejection, takesFocus, refuse, accept, show } = useDecision(props);
  if (isRejection) {
    return (
      <>
        <Head title={t('refuse.title')} until={hold.heldUntil} />
        <RefuseForm
          slip={slip}
          refuse={refuse}
          onAccept={accept}
          onBack={() => show(false, true)}
        />
      </>
    );
  }
  return (
    <>
      <Head title={t('decide.title')} until={hold.heldUntil} />
      <AcceptForm slip={slip} onDone={onDone} takesFocus={takesFocus}>
        <div className="grid grid-cols-2 gap-2">
          <Button
            size="sm"
            tone="secondary"
            className="text-red!"
            aria-keyshortcuts="R"
            onClick={() => show(true, true)}
          >
            {t('decide.refuse')}
            <Key>R</Key>
          </Button>
          <Button size="sm" tone="secondary" aria-keyshortcuts="L" onClick={onDone}>
            {t('decide.leave')}
            <Key>L</Key>
          </Button>
        </div>
      </AcceptForm>
    </>
  );
}

/** Says that another admin has the slip; their name instead of a lock. */
function Taken({ slip, name }: { readonly slip: AdminSlip; readonly name: string }) {
  const { t } = useTranslation('adminSlips');
  const short = useShortTime();
  const time = slip.held_until === null ? '' : short.time(slip.held_until);
  return (
    <Alert tone="info" title={t('decide.takenTitle', { name })}>
      {t('decide.takenText', { name, time })}
    </Alert>
  );
}

/** The keys that look at a picture work without a decision, too. */
function PictureKeys({ view }: { readonly view: PictureView }) {
  useReviewKeys(view);
  return null;
}

/** The decision at the foot of the pane, or who else has the slip; nothing for one that is reviewed. */
export function SlipDecision(props: DecisionProps) {
  const { slip, hold, view } = props;
  const { t } = useTranslation('adminSlips');
  const conflictText = useConflictText();
  const other = otherHolderOf(slip);
  if (slip.status !== 'WAITING') return <PictureKeys view={view} />;
  return (
    <section
      aria-label={t('decide.title')}
      className="sticky bottom-0 mt-auto grid gap-2 border-t border-line bg-surface px-4 pt-3 pb-4 max-roomy:static roomy:px-5"
    >
      {other !== null && <Taken slip={slip} name={other} />}
      {hold.error && <Alert title={t('failed')}>{conflictText(hold.error)}</Alert>}
      {hold.isMine ? (
        <Forms {...props} />
      ) : (
        <>
          {other === null && hold.error === null && (
            <p role="status" className="text-ink-2">
              {t('decide.taking')}
            </p>
          )}
          <PictureKeys view={view} />
        </>
      )}
    </section>
  );
}
