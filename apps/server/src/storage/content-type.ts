import { Transform } from 'node:stream';
import { fileTypeFromBuffer } from 'file-type';
import { storageErrors } from './errors.ts';

/** The types whose bytes begin in a way that tells them. */
const recognisable = /^(?:image\/(?!svg)|audio\/|video\/|application\/(?:pdf|zip|gzip)\b)/;
const sampleBytes = 4100;

/** Whether the bytes are of the kind that was declared; a picture of another format is one. */
async function isOfKind(declared: string, sample: Buffer): Promise<boolean> {
  const found = await fileTypeFromBuffer(sample).catch(() => undefined);
  if (found === undefined) return false;
  const [type = ''] = declared.toLowerCase().split(';');
  const [kind = ''] = type.split('/');
  if (kind === 'application') return found.mime === type.trim();
  // One container has sounds and films.
  const kinds = kind === 'image' ? ['image'] : ['audio', 'video'];
  return kinds.some((one) => found.mime.startsWith(`${one}/`)) && found.mime !== 'image/svg+xml';
}

/** Whether the beginning of bytes of this type is looked at, in a bucket that allows only some types. */
export const isRecognisable = (type: string): boolean => recognisable.test(type.toLowerCase());

/** Passes bytes on once their beginning is of the declared kind, else fails with InvalidMimeType. */
export class KindCheck extends Transform {
  readonly #declared: string;
  #sample: Buffer[] | undefined = [];
  #bytes = 0;

  constructor(declared: string) {
    super();
    this.#declared = declared;
  }

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error?: Error | null, chunk?: Buffer) => void,
  ): void {
    if (this.#sample === undefined) {
      done(null, chunk);
      return;
    }
    this.#sample.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes < sampleBytes) done();
    else this.#decide(done);
  }

  override _flush(done: (error?: Error | null, chunk?: Buffer) => void): void {
    if (this.#sample === undefined) done();
    else this.#decide(done);
  }

  #decide(done: (error?: Error | null, chunk?: Buffer) => void): void {
    const sample = Buffer.concat(this.#sample ?? []);
    this.#sample = undefined;
    isOfKind(this.#declared, sample).then((fits) => {
      if (fits) done(null, sample);
      else done(storageErrors.mimeType(this.#declared));
    }, done);
  }
}

/** Shown by a browser without running anything. */
const harmless =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain)$/;
/** Text that a page of this origin could load as its own code, or that a browser shows as a page. */
const asText =
  /^(?:text\/(?:html|css|(?:java|ecma)script)|application\/(?:x-)?(?:java|ecma)script)$/;

const bareType = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase();

/** The type it is served as. */
export const servedType = (type: string): string =>
  asText.test(bareType(type)) ? 'text/plain; charset=utf-8' : type;

/** Whether a browser may show it instead of saving it. */
export const isHarmless = (type: string): boolean => harmless.test(bareType(servedType(type)));
