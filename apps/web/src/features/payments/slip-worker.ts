// A web worker: gets the file of a slip, posts the text of its QR code or null.
import { findQrText } from './find-qr-text.ts';

// The small code of a slip is still about 4 pixels a module then.
const longestSide = 1600;

async function pixelsOf(file: Blob): Promise<ImageData | undefined> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((side) => Math.round(side * scale));
  if (width === undefined || height === undefined) return undefined;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context?.drawImage(picture, 0, 0, width, height);
  picture.close();
  return context?.getImageData(0, 0, width, height);
}

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  pixelsOf(data)
    .then((pixels) => (pixels === undefined ? null : findQrText(pixels)))
    .catch(() => null)
    .then(postMessage, () => undefined);
});
