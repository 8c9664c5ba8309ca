/** The environment variables of a function, named as on hosted projects. */
export interface FunctionEnvironment {
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
