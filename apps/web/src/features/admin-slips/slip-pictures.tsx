import { useQuery } from '@tanstack/react-query';
import { Download, FileText, RotateCw, ZoomIn, ZoomOut, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { saveFile } from '#platform/save-file.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/feedback.tsx';
import { slipFileQuery, type AdminSlip, type SlipFile, type SlipTwin } from './slips-data.ts';
import { useSlipNames } from './slip-texts.ts';
import type { PictureView } from './use-picture-view.ts';

const typeNames: ReadonlyMap<string, string> = new Map([
  ['image/png', 'PNG'],
  ['image/jpeg', 'JPEG'],
  ['application/pdf', 'PDF'],
]);

const endings: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['application/pdf', 'pdf'],
]);

function useDownload(slip: SlipFile & { readonly slip_id: string }) {
  const { data } = useQuery(slipFileQuery(slip));
  const ending = endings.get(slip.content_type) ?? 'bin';
  return () => data && saveFile(`slip-${slip.slip_id}.${ending}`, data.file);
}

interface ToolProps {
  readonly label: string;
  readonly keys?: string;
  readonly Icon: LucideIcon;
  readonly isOff?: boolean;
  readonly onUse: () => void;
}

function Tool({ label, keys, Icon, isOff = false, onUse }: ToolProps) {
  return (
    <IconButton
      label={label}
      title={keys === undefined ? label : `${label} (${keys})`}
      aria-keyshortcuts={keys}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onUse()}
      className={isOff ? 'text-ink-3 opacity-55' : 'hover:bg-sunken'}
    >
      <Icon className="size-5" />
    </IconButton>
  );
}

function Tools({
  slip,
  view,
  isPair,
}: {
  readonly slip: AdminSlip;
  readonly view: PictureView;
  readonly isPair: boolean;
}) {
  const { t } = useTranslation('adminSlips');
  const download = useDownload(slip);
  const isPdf = slip.content_type === 'application/pdf';
  const file = t('picture.file', {
    type: typeNames.get(slip.content_type) ?? slip.content_type,
    size: Math.ceil(slip.byte_size / 1024).toLocaleString('en'),
  });
  return (
    <div className="flex items-center border-b border-line bg-paper px-4 py-1">
      <p className="mr-auto truncate font-head">{isPair ? t('picture.both') : file}</p>
      {(!isPdf || isPair) && (
        <>
          <Tool
            label={t('picture.zoomOut')}
            keys="-"
            Icon={ZoomOut}
            isOff={view.isFarthest}
            onUse={view.zoomOut}
          />
          <output className="num min-w-12 text-center text-xs text-ink-2">
            {Math.round(view.zoom * 100)} %
          </output>
          <Tool
            label={t('picture.zoomIn')}
            keys="+"
            Icon={ZoomIn}
            isOff={view.isNearest}
            onUse={view.zoomIn}
          />
          <Tool label={t('picture.turn')} keys="T" Icon={RotateCw} onUse={view.turn} />
        </>
      )}
      <Tool label={t('picture.download')} Icon={Download} onUse={download} />
    </div>
  );
}

interface PictureProps {
  readonly url: string;
  readonly alt: string;
  readonly view: PictureView;
}

/** A picture as large as its figure. Turned by a quarter, its box has the other proportions. */
function Picture({ url, alt, view }: PictureProps) {
  const [ratio, setRatio] = useState(0.5);
  const isAcross = view.quarters % 2 === 1;
  return (
    <div
      className="relative w-full overflow-hidden rounded-lg bg-surface shadow-2"
      style={{ aspectRatio: isAcross ? 1 / ratio : ratio, containerType: 'size' }}
    >
      <img
        src={url}
        alt={alt}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          if (naturalHeight > 0) setRatio(naturalWidth / naturalHeight);
        }}
        // Evidence: no filter of a theme changes it.
        className="absolute top-1/2 left-1/2 max-w-none"
        style={{
          width: isAcross ? '100cqh' : '100%',
          height: isAcross ? '100cqw' : '100%',
          transform: `translate(-50%, -50%) rotate(${String(view.quarters * 90)}deg)`,
        }}
      />
    </div>
  );
}

function Pdf({ slip }: { readonly slip: SlipFile & { readonly slip_id: string } }) {
  const { t } = useTranslation('adminSlips');
  const download = useDownload(slip);
  return (
    <div className="grid justify-items-center gap-3 rounded-lg border border-line bg-surface px-5 py-8 text-center">
      <FileText className="size-10 text-ink-3" strokeWidth={1.5} />
      <p className="max-w-72 text-ink-2">{t('picture.pdf')}</p>
      <Button size="sm" tone="secondary" onClick={download}>
        <Download className="size-4" />
        {t('picture.download')}
      </Button>
    </div>
  );
}

interface FigureProps {
  readonly slip: SlipFile & { readonly slip_id: string };
  readonly alt: string;
  readonly caption?: ReactNode;
  readonly view: PictureView;
  /** The number of figures beside each other. */
  readonly of: number;
  readonly isMarked: boolean;
}

function Figure({ slip, alt, caption, view, of, isMarked }: FigureProps) {
  const { t } = useTranslation('adminSlips');
  const query = useQuery(slipFileQuery(slip));
  const isPdf = slip.content_type === 'application/pdf';
  const room = of === 1 ? '100%' : 'calc(50% - 0.75rem)';
  return (
    <figure
      className="grid flex-none content-start gap-3"
      style={{ width: `calc(min(${room}, 26rem) * ${String(isPdf ? 1 : view.zoom)})` }}
    >
      {caption && <figcaption className="grid gap-0.5 leading-snug">{caption}</figcaption>}
      <div
        className={classNames('rounded-lg', isMarked && 'outline-3 outline-offset-3 outline-red')}
      >
        {isPdf && <Pdf slip={slip} />}
        {query.data && query.data.picture !== null && (
          <Picture url={query.data.picture} alt={alt} view={view} />
        )}
        <QueryFallback
          query={query}
          failed={t('picture.failed')}
          failedText={query.error?.message}
          className="grid"
        >
          <Skeleton className="aspect-1/2" />
        </QueryFallback>
      </div>
    </figure>
  );
}

/** Chooses the twin beside the slip, where there are several. */
function TwinChoice({
  twins,
  chosen,
  onChoose,
}: {
  readonly twins: readonly SlipTwin[];
  readonly chosen: SlipTwin;
  readonly onChoose: (id: string) => void;
}) {
  const { t } = useTranslation('adminSlips');
  const namesOf = useSlipNames();
  if (twins.length < 2) return null;
  return (
    <div
      role="group"
      aria-label={t('picture.compare')}
      className="flex flex-wrap items-center gap-2 border-b border-line bg-paper px-4 py-1 text-xs"
    >
      <span aria-hidden className="text-ink-2">
        {t('picture.compare')}
      </span>
      {twins.map((twin, index) => (
        <button
          key={twin.slip_id}
          type="button"
          aria-pressed={twin.slip_id === chosen.slip_id}
          onClick={() => onChoose(twin.slip_id)}
          className="num min-h-9 rounded-sm px-2 font-mid hover:bg-sunken aria-pressed:bg-teal-soft aria-pressed:text-teal pointer-coarse:min-h-11"
        >
          {index + 1}. {namesOf(twin).slip}
        </button>
      ))}
    </div>
  );
}

/** What a figure is of, and when it was sent. */
function Caption({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <b className="font-strong wrap-anywhere">{title}</b>
      <span className="text-xs text-ink-2">{text}</span>
    </>
  );
}

interface SlipPicturesProps {
  readonly slip: AdminSlip;
  readonly twins: readonly SlipTwin[];
  readonly view: PictureView;
}

/** The figure of the slip, and that of the slip that may be the same. */
function Figures({ slip, twin, view }: Omit<SlipPicturesProps, 'twins'> & { twin?: SlipTwin }) {
  const { t } = useTranslation('adminSlips');
  const namesOf = useSlipNames();
  const names = namesOf(slip);
  if (twin === undefined) {
    return <Figure slip={slip} alt={t('picture.alt', names)} view={view} of={1} isMarked={false} />;
  }
  const others = namesOf(twin);
  return (
    <>
      <Figure
        slip={slip}
        alt={t('picture.alt', names)}
        caption={<Caption title={t('picture.this', names)} text={t('picture.sent', names)} />}
        view={view}
        of={2}
        isMarked
      />
      <Figure
        key={twin.slip_id}
        slip={twin}
        alt={t('picture.alt', others)}
        caption={
          <Caption title={t(`picture.${twin.status}`, others)} text={t('picture.sent', others)} />
        }
        view={view}
        of={2}
        isMarked={false}
      />
    </>
  );
}

/** The picture of a slip, beside that of a slip that may be the same. Both zoom and turn together. */
export function SlipPictures({ slip, twins, view }: SlipPicturesProps) {
  const { t } = useTranslation('adminSlips');
  const [chosen, setChosen] = useState<string>();
  const twin = twins.find(({ slip_id: id }) => id === chosen) ?? twins[0];
  return (
    <section
      aria-label={t('picture.label')}
      className="flex min-h-0 min-w-0 flex-col bg-sunken max-roomy:border-y max-roomy:border-line"
    >
      <Tools slip={slip} view={view} isPair={twin !== undefined} />
      {twin && <TwinChoice twins={twins} chosen={twin} onChoose={setChosen} />}
      {/* Zoomed pictures are moved by arrow keys. */}
      <div
        role="group"
        aria-label={t('picture.label')}
        tabIndex={0}
        data-scrolls
        className="flex min-h-0 flex-1 items-start gap-6 overflow-auto p-5 [justify-content:safe_center] focus-visible:-outline-offset-3 max-roomy:max-h-[70dvh]"
      >
        <Figures slip={slip} view={view} {...(twin && { twin })} />
      </div>
    </section>
  );
}
