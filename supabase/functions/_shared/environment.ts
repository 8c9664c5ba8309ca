/** Where a function finds the address and the keys of its backend, by the names hosted projects use. */
export interface FunctionEnvironment {
  get(name: string): string | undefined;
}

/** The environment of a hosted function, as its runtime gives it. */
export const hostedEnvironment: FunctionEnvironment = {
  get: (name) => (globalThis as { Deno?: { env: FunctionEnvironment } }).Deno?.env.get(name),
};

/** @throws when the setting is missing, which only an operator can mend */
export function setting(environment: FunctionEnvironment, name: string): string {
  const value = environment.get(name);
  if (value === undefined || value === '') throw new Error(`${name} is not set`);
  return value;
}
