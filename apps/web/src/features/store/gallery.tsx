import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '@bkksiam/domain/catalog';
import { classNames } from '#ui/class-names.ts';
import { IconButton } from '#ui/button.tsx';
import { useProductText, useProductTitle } from '#entities/store/product-text.ts';
import { ProductPicture, thumbnailShape } from '#entities/store/product-picture.tsx';

/** Low where it stands above the text: the first screen of a phone has the button to buy, that of a tablet the price. */
export const pictureShape = 'clip-yo aspect-[4/3] lg:aspect-square';

const arrow = 'bg-surface/90 text-ink shadow-1';

interface GalleryProps {
  readonly product: Product;
  /** URLs; empty if the product has no picture. */
  readonly pictures: readonly string[];
  readonly shown: number;
  readonly onShow: (index: number) => void;
}

function useAlt({ product, pictures }: GalleryProps) {
  const { t } = useTranslation();
  const title = useProductTitle()(product);
  const count = pictures.length;
  return (index: number) => t('store.picture', { number: index + 1, count, product: title });
}

/** What the store says of a picture, in the language on screen; undefined if it says nothing. */
function useDescription({ images }: Product) {
  const inLanguage = useProductText();
  return (picture: string | undefined) => {
    const alt = images.find(({ url }) => url === picture)?.alt;
    return alt === undefined ? undefined : inLanguage(alt);
  };
}

/** The pictures in a scroll container; the one it snaps to is shown. */
function Strip(props: GalleryProps) {
  const { product, pictures, shown, onShow } = props;
  const alt = useAlt(props);
  const description = useDescription(product);
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const container = strip.current;
    if (container === null) return;
    const left = shown * container.clientWidth;
    if (Math.abs(container.scrollLeft - left) > 4) container.scrollTo({ left });
  }, [shown]);
  function onScroll() {
    const container = strip.current;
    if (container === null || container.clientWidth === 0) return;
    const at = container.scrollLeft / container.clientWidth;
    if (Math.abs(at - Math.round(at)) < 0.05 && Math.round(at) !== shown) onShow(Math.round(at));
  }
  return (
    <div
      ref={strip}
      role="group"
      aria-label={alt(shown)}
      tabIndex={0}
      onScroll={onScroll}
      className="snap-x snap-mandatory [scrollbar-width:none] overflow-x-auto"
    >
      <ul className="flex">
        {pictures.map((url, index) => (
          <li key={url} className="w-full flex-none snap-center" aria-hidden={index !== shown}>
            <ProductPicture
              product={product}
              url={url}
              alt={description(url) ?? alt(index)}
              eager={index === 0}
              className={pictureShape}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Thumbnails(props: GalleryProps) {
  const { product, pictures, shown, onShow } = props;
  const alt = useAlt(props);
  return (
    <ul className="mt-4 flex flex-wrap gap-3 max-sm:hidden">
      {pictures.map((url, index) => (
        <li key={url}>
          <button
            type="button"
            aria-label={alt(index)}
            aria-current={index === shown}
            onClick={() => onShow(index)}
            className={classNames(
              'block w-18 rounded-sm p-1',
              index === shown ? 'inset-ring-2 inset-ring-teal' : 'inset-ring inset-ring-line',
            )}
          >
            <ProductPicture product={product} url={url} alt="" className={thumbnailShape} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The pictures of a product, changed by swipe, buttons or thumbnails, which a phone has no room for. */
export function Gallery(props: GalleryProps) {
  const { product, pictures, shown, onShow } = props;
  const { t } = useTranslation();
  const title = useProductTitle()(product);
  const description = useDescription(product);
  if (pictures.length < 2) {
    return (
      <ProductPicture
        product={product}
        url={pictures[0] ?? null}
        alt={description(pictures[0]) ?? title}
        eager
        className={pictureShape}
      />
    );
  }
  const step = (by: number) => onShow((shown + by + pictures.length) % pictures.length);
  return (
    <div role="group" aria-label={t('store.gallery', { product: title })}>
      <div className="relative">
        <Strip {...props} />
        <div className="pointer-events-none absolute inset-x-3 top-1/2 -mt-5.5 flex justify-between *:pointer-events-auto">
          <IconButton label={t('store.previous')} onClick={() => step(-1)} className={arrow}>
            <ChevronLeft className="size-5" />
          </IconButton>
          <IconButton label={t('store.next')} onClick={() => step(1)} className={arrow}>
            <ChevronRight className="size-5" />
          </IconButton>
        </div>
      </div>
      <Thumbnails {...props} />
    </div>
  );
}
