import type { Product, Variant } from '@bkksiam/domain/catalog';

// Stands for the site's own origin, which the server does not know when it renders a page.
const ownOrigin = 'http://site.invalid';

/**
 * Where a browser finds a picture; null if there is none. The store may name it by a path of its own, and only
 * pictures over HTTP are shown.
 *
 * @param storeUrl address of the store service; empty if it shares the site's
 */
function pictureAddress(url: string | null, storeUrl: string): string | null {
  if (url === null || url === '') return null;
  try {
    const address = new URL(url, storeUrl === '' ? ownOrigin : `${storeUrl}/`);
    if (!/^https?:$/.test(address.protocol)) return null;
    return address.origin === ownOrigin ? address.pathname + address.search : address.href;
  } catch {
    return null;
  }
}

type Pictured = Pick<Product, 'thumbnail' | 'variants'> & Partial<Pick<Product, 'images'>>;

/** The product with picture URLs a browser can load. */
export function withPictures<Item extends Pictured>(product: Item, storeUrl: string): Item {
  const { thumbnail, variants, images } = product;
  const at = (url: string | null) => pictureAddress(url, storeUrl);
  const shown = (variant: Variant) => ({ ...variant, image_url: at(variant.image_url) });
  return {
    ...product,
    thumbnail: at(thumbnail),
    variants: variants.map(shown),
    ...(images && {
      images: images.flatMap((image) => {
        const url = at(image.url);
        return url === null ? [] : [{ ...image, url }];
      }),
    }),
  };
}
