import type { Product } from '@bkksiam/domain/catalog';
import { classNames } from '#ui/class-names.ts';

// Light in the dark theme too: most goods are dark.
const tints = ['bg-teal-soft', 'bg-gold-soft', 'bg-sunken'].map(
  (tint) => `${tint} dark:bg-on-night-2`,
);

/** The background of a product's pictures, derived from its id. */
function tintOf(id: string): string {
  let sum = 0;
  for (let at = 0; at < id.length; at += 1) sum += id.charCodeAt(at);
  return tints[sum % tints.length] ?? 'bg-sunken';
}

/** The shape of a small picture, whose corners would be a cross in the large steps. */
export const thumbnailShape = 'clip-yo-sm aspect-square';

/** A picture of a product; the background alone if there is none. */
export function ProductPicture({
  product,
  url,
  alt,
  eager = false,
  className = 'clip-yo aspect-square',
}: {
  readonly product: Pick<Product, 'id'>;
  readonly url: string | null;
  readonly alt: string;
  readonly eager?: boolean;
  /** The shape. */
  readonly className?: string;
}) {
  return (
    <div className={classNames('w-full', className, tintOf(product.id))}>
      {url !== null && (
        <img
          src={url}
          alt={alt}
          width="320"
          height="320"
          fetchPriority={eager ? 'high' : undefined}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          className="size-full object-contain p-[10%]"
        />
      )}
    </div>
  );
}
