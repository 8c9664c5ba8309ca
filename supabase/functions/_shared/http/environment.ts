/** Draws a row of `bkk_receipts` as PDF, marked as the original or as a copy. */
export type DrawReceipt = (receipt: object, isCopy: boolean) => Promise<Uint8Array>;

/** The environment variables of a function, named as on hosted projects. */
export interface FunctionEnvironment {
  /** Our servers can draw; hosted projects have no fonts. */
  readonly drawReceipt?: DrawReceipt;
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
