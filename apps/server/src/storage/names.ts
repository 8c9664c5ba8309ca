import { storageErrors } from './errors.ts';

const keyCharacters = /^[\w/!.*'() &$@=;:+,?-]+$/;
const bucketCharacters = /^[\w!.*'() &$@=;:+,?-]{1,100}$/;

/** @throws {StorageError} InvalidKey */
export function checkKey(key: string): string {
  if (!keyCharacters.test(key)) throw storageErrors.invalidKey(key);
  return key;
}

/** @throws {StorageError} InvalidBucketName */
export function checkBucketName(name: string): string {
  if (!bucketCharacters.test(name) || name !== name.trim()) throw storageErrors.invalidBucketName();
  return name;
}

/** An object that a folder of the dashboard consists of. */
const folderPlaceholder = '.emptyFolderPlaceholder';

export const isPlaceholder = (key: string): boolean => key.split('/').at(-1) === folderPlaceholder;

/** A media type as the bytes' headers repeat it. */
const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:[ \t]*;[\x20-\x7e]*)?$/;

/** A list of a thousand rows repeats every type. */
const maxTypeLength = 255;

/**
 * Checks a type against those that the bucket allows, which may be `image/*`. Parameters count: what is not the same text
 * is another type.
 *
 * @throws {StorageError} InvalidMimeType
 */
export function checkType(type: string, allowed: readonly string[] | null): void {
  if (type.length > maxTypeLength || !mediaType.test(type)) throw storageErrors.mimeType(type);
  if (allowed === null || allowed.length === 0) return;
  const [kind] = type.split('/');
  const fits = (entry: string) => entry === type || entry === '*/*' || entry === `${kind}/*`;
  if (!allowed.some(fits)) throw storageErrors.mimeType(type);
}
