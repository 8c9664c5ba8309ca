import { toAppError } from './app-error.ts';
import { newId } from './form.ts';
import { supabase } from './supabase.ts';

/** Stores a picture in a public bucket, and gives its public address: a path if that is on the site's own origin. */
export async function uploadPicture(
  bucket: 'agency' | 'product-images',
  picture: Blob,
): Promise<string> {
  const { storage } = await supabase();
  const extension = picture.type.replace('image/', '');
  const files = storage.from(bucket);
  // Objects never change, so browsers may keep them.
  const options = { contentType: picture.type, cacheControl: '31536000' };
  const { data, error } = await files.upload(
    `${newId()}.${extension}`,
    await picture.arrayBuffer(),
    options,
  );
  if (error !== null) throw toAppError(error);
  const address = new URL(files.getPublicUrl(data.path).data.publicUrl);
  return address.origin === window.location.origin ? address.pathname : address.href;
}
