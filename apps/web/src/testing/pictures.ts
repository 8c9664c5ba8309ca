import { Blob as NativeBlob } from 'node:buffer';
import { vi } from 'vitest';

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** jsdom decodes and draws no pictures: files whose name has `broken` are none, all others become one pixel. */
export function drawPictures(): { readonly sizes: readonly string[] } {
  const sizes: string[] = [];
  vi.stubGlobal('createImageBitmap', (file: File) =>
    file.name.includes('broken')
      ? Promise.reject(new DOMException('The source image could not be decoded.'))
      : Promise.resolve({ width: 4000, height: 3000, close: () => undefined }),
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(
    this: HTMLCanvasElement,
    done,
  ) {
    sizes.push(`${String(this.width)} × ${String(this.height)}`);
    const bytes = Uint8Array.from(atob(pixel), (one) => one.charCodeAt(0));
    // The files of jsdom do not give their content to the network.
    done(new NativeBlob([bytes], { type: 'image/png' }) as Blob);
  });
  return { sizes };
}
