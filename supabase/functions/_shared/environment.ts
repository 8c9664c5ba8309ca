/** The environment variables of a function, named as on hosted projects. */
export interface FunctionEnvironment {
  get(name: string): string | undefined;
}

/** The environment of Deno, the runtime of hosted functions. */
export const hostedEnvironment: FunctionEnvironment = {
  get: (name) => (globalThis as { Deno?: { env: FunctionEnvironment } }).Deno?.env.get(name),
};

/** @throws when the variable is not set */
export function setting(environment: FunctionEnvironment, name: string): string {
  const value = environment.get(name);
  if (value === undefined || value === '') throw new Error(`${name} is not set`);
  return value;
}
