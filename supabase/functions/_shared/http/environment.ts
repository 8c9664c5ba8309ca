/** Draws a row of `bkk_receipts` as PDF, marked as the original or as a copy. */
export type DrawReceipt = (receipt: object, isCopy: boolean) => Promise<Uint8Array>;

/** What the host reads in a picture, or why it does not. */
type PictureReading =
  | {
      readonly picture: {
        /** A copy without metadata. */
        readonly bytes: Uint8Array;
        readonly pictureHash: string;
        /** That of a payment slip. */
        readonly qr: { readonly bank: string; readonly reference: string } | null;
      };
      readonly problem?: undefined;
    }
  | {
      readonly picture?: undefined;
      readonly problem: 'not_a_picture' | 'too_many_pixels' | 'unreadable' | 'too_slow' | 'busy';
    };

/** Reads a picture that a user sends. */
export type ReadPicture = (
  bytes: Uint8Array,
  sender: string,
  signal: AbortSignal,
) => Promise<PictureReading>;

/** What our servers do for functions. Hosted projects have neither fonts nor a decoder of pictures. */
export interface HostAbilities {
  readonly drawReceipt?: DrawReceipt;
  readonly readPicture?: ReadPicture;
}

/** The environment variables of a function, named as on hosted projects. */
export interface FunctionEnvironment extends HostAbilities {
  get(name: string): string | undefined;
  /** Logs what an operator should know of, with codes and numbers and nothing of a person. */
  warn?(values: Readonly<Record<string, unknown>>, message: string): void;
}

/** The environment of Deno, the runtime of hosted functions. */
export const hostedEnvironment: FunctionEnvironment = {
  get: (name) => (globalThis as { Deno?: { env: FunctionEnvironment } }).Deno?.env.get(name),
  warn: (values, message) => console.warn(JSON.stringify({ message, ...values })),
};

/** @throws when the variable is not set */
export function setting(environment: FunctionEnvironment, name: string): string {
  const value = environment.get(name);
  if (value === undefined || value === '') throw new Error(`${name} is not set`);
  return value;
}
