import type { Product, Variant } from '@bkksiam/domain/catalog';

// Stands for the site's own origin, wherever that is: a painted page does not know it.
const ownOrigin = 'http://site.invalid';

/**
 * Where a browser finds a picture; null where there is none. The store may name it by a path of its own, and only
 * pictures over HTTP are shown.
 *
 * @param storeUrl address of the store service; empty where it shares the site's
 */
export function pictureAddress(url: string | null, storeUrl: string): string | null {
  if (url === null || url === '') return null;
  try {
    const address = new URL(url, storeUrl === '' ? ownOrigin : `${storeUrl}/`);
    if (!/^https?:$/.test(address.protocol)) return null;
    return address.origin === ownOrigin ? address.pathname + address.search : address.href;
  } catch {
    return null;
  }
}

/** The product with the addresses of its pictures as a browser finds them. */
export function withPictures(product: Product, storeUrl: string): Product {
  const at = (url: string | null) => pictureAddress(url, storeUrl);
  const shown = (variant: Variant) => ({ ...variant, image_url: at(variant.image_url) });
  return {
    ...product,
    thumbnail: at(product.thumbnail),
    images: product.images.flatMap((image) => {
      const url = at(image.url);
      return url === null ? [] : [{ ...image, url }];
    }),
    variants: product.variants.map(shown),
  };
}
