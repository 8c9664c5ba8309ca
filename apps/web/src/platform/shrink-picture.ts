const quality = 0.85;
/** What a phone or a camera gives is smaller. */
const maxBytes = 40_000_000;

/** Why a file is refused; the name of its text. */
export type PictureProblem = 'noPicture' | 'tooLarge';

async function decoded(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file);
  } catch {
    // Whatever its name and type say.
    return null;
  }
}

/**
 * A picture as it is stored: no larger than it is shown, and without what a camera adds, such as the place. What the browser
 * cannot decode is no picture.
 *
 * @param longestSide in pixels
 */
export async function shrinkPicture(
  file: File,
  longestSide: number,
): Promise<Blob | PictureProblem> {
  if (file.size > maxBytes) return 'tooLarge';
  const picture = file.type.startsWith('image/') ? await decoded(file) : null;
  if (picture === null) return 'noPicture';
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  // Photographs have no transparent parts; a browser that writes no WebP gives PNG.
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, quality);
  });
  return blob ?? 'noPicture';
}
