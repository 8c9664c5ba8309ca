declare module 'virtual:client-build' {
  /** Addresses of the files a lazily imported module is made of, besides those every page starts with. */
  export const clientCode: Readonly<Record<string, readonly string[]>>;
  /** Addresses of the files every page goes on with once it is painted. */
  export const startCode: readonly string[];
  /** Address of the Thai letters. */
  export const thaiFont: string;
}
