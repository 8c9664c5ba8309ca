import { ArrowDown, ArrowUp, GripVertical, ImagePlus, Trash2 } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moveItem } from '@bkksiam/domain/product-editing';
import { productLimits, type PictureInput } from '@bkksiam/domain/product-input';
import { ProductPicture, thumbnailShape } from '#entities/store/product-picture.tsx';
import { toAppError } from '#platform/app-error.ts';
import { uploadPicture } from '#platform/public-pictures.ts';
import { shrinkPicture, type PictureProblem } from '#platform/shrink-picture.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Alert } from '#ui/feedback.tsx';
import { PartFailure, TextPair, type FieldsProps } from './product-fields.tsx';
import { productKey } from './products-data.ts';

/** Twice that of the gallery, in pixels. */
const longestSide = 1600;

interface Refused {
  readonly name: string;
  readonly problem: PictureProblem | 'failed';
}

/** Makes pictures smaller and stores them, one after the other. */
function useUpload(onPicture: (url: string) => void) {
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const { mutate, isPending } = useMutation({
    mutationKey: [...productKey, 'picture'],
    mutationFn: async (files: readonly File[]) => {
      setRefused([]);
      const failures: unknown[] = [];
      for (const file of files) {
        const refuse = (problem: Refused['problem']) =>
          setRefused((others) => [...others, { name: file.name, problem }]);
        const picture = await shrinkPicture(file, longestSide);
        if (typeof picture === 'string') refuse(picture);
        else
          await uploadPicture('product-images', picture).then(onPicture, (error: unknown) => {
            refuse('failed');
            failures.push(error);
          });
      }
      // The others are added all the same.
      if (failures.length > 0) throw toAppError(failures[0]);
    },
  });
  return { refused, isPending, start: (files: readonly File[]) => !isPending && mutate(files) };
}

/** The buttons that move a picture, for the keyboard and for phones. The pressed one keeps the focus. */
function MoveButtons(props: {
  readonly at: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
}) {
  const { at, count, onMove } = props;
  const { t } = useTranslation('adminProducts');
  const pressed = useRef<HTMLButtonElement>(null);
  // A moved element loses the focus.
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  }, [at]);
  const number = at + 1;
  return [
    { label: t('picture.earlier', { number }), to: at - 1, Icon: ArrowUp },
    { label: t('picture.later', { number }), to: at + 1, Icon: ArrowDown },
  ].map(({ label, to, Icon }) => {
    const isEnd = to < 0 || to >= count;
    return (
      <IconButton
        key={to < at ? 'earlier' : 'later'}
        label={label}
        aria-disabled={isEnd || undefined}
        onClick={({ currentTarget }) => {
          if (isEnd) return;
          pressed.current = currentTarget;
          onMove(to);
        }}
        className={isEnd ? 'text-ink-3 opacity-55' : 'hover:bg-sunken'}
      >
        <Icon className="size-5" />
      </IconButton>
    );
  });
}

function Picture(
  props: FieldsProps & {
    readonly at: number;
    readonly picture: PictureInput;
    readonly count: number;
    readonly onMove: (to: number) => void;
    readonly onRemove: () => void;
  },
) {
  const { form, at, picture, count, onMove, onRemove } = props;
  const { t } = useTranslation('adminProducts');
  const number = at + 1;
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)] items-start gap-3">
      <div className="grid justify-items-center gap-1">
        <ProductPicture
          product={form.values}
          url={picture.url}
          alt={t('picture.one', { number, count })}
          className={thumbnailShape}
        />
        <GripVertical aria-hidden className="size-5 text-ink-3 pointer-coarse:hidden" />
      </div>
      <div className="grid gap-2">
        <TextPair form={form} name={`images.${at}.alt`} label={t('field.alt')} />
        <div className="flex justify-end">
          <MoveButtons at={at} count={count} onMove={onMove} />
          <IconButton
            label={t('picture.remove', { number })}
            onClick={onRemove}
            className="text-red hover:bg-sunken"
          >
            <Trash2 className="size-5" />
          </IconButton>
        </div>
      </div>
    </div>
  );
}

function Files({ upload }: { readonly upload: ReturnType<typeof useUpload> }) {
  const { t } = useTranslation('adminProducts');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept="image/*"
        aria-label={t('picture.add')}
        className="hidden"
        onChange={({ currentTarget }) => {
          upload.start([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button
        tone="secondary"
        size="sm"
        busy={upload.isPending}
        className="justify-self-start"
        onClick={() => input.current?.click()}
      >
        <ImagePlus className="size-5" />
        {t('picture.add')}
      </Button>
      {upload.refused.length > 0 && (
        <Alert title={t('picture.refused')}>
          <ul>
            {upload.refused.map(({ name, problem }, index) => (
              <li key={index} className="wrap-anywhere">
                {t(`picture.problem.${problem}`, { name })}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}

/** Says where a picture is now that was moved. */
function Moved({ to, count }: { readonly to: number | undefined; readonly count: number }) {
  const { t } = useTranslation('adminProducts');
  return (
    <p role="status" className="sr-only">
      {to !== undefined && t('picture.moved', { number: to, count })}
    </p>
  );
}

/** The pictures of a product in their order, which is changed by drag or by buttons. The first one is that of its card. */
export function PictureFields({ form }: FieldsProps) {
  const { t } = useTranslation('adminProducts');
  const pictures = form.control('images');
  const [dragged, setDragged] = useState<number>();
  const [moved, setMoved] = useState<number>();
  const count = pictures.value.length;
  const upload = useUpload((url) => {
    // Several are added before the next render.
    const known = form.form.getValues('images');
    if (known.length < productLimits.pictures)
      pictures.onValue([...known, { url, alt: '', alt_th: '' }]);
  });
  function move(from: number, to: number) {
    pictures.onValue([...moveItem(pictures.value, from, to)]);
    setMoved(to + 1);
  }
  return (
    <>
      <p className="text-sm text-ink-2">{t('hint.pictures')}</p>
      <ol className="grid gap-2">
        {pictures.value.map((picture, at) => (
          <li key={picture.url}>
            {/* The keyboard has the buttons inside. */}
            <div
              role="presentation"
              draggable
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                setDragged(at);
              }}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => dragged !== undefined && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged !== undefined) move(dragged, at);
                setDragged(undefined);
              }}
              className={classNames(
                'rounded-md border border-line p-3',
                dragged === at && 'opacity-55',
                dragged !== undefined && dragged !== at && 'border-dashed border-teal',
              )}
            >
              <Picture
                form={form}
                at={at}
                picture={picture}
                count={count}
                onMove={(to) => move(at, to)}
                onRemove={() => pictures.onValue(pictures.value.toSpliced(at, 1))}
              />
            </div>
          </li>
        ))}
      </ol>
      <Moved to={moved} count={count} />
      {count < productLimits.pictures && <Files upload={upload} />}
      <PartFailure form={form} part="images" />
    </>
  );
}
