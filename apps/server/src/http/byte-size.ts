const units: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 1000,
  mb: 1000 ** 2,
  gb: 1000 ** 3,
  tb: 1000 ** 4,
};

/** Bytes of a size such as `20MB`, with decimal units; undefined for any other text. */
export function readByteSize(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?) ?([kmgt]?b?)$/i.exec(text.trim()) ?? [];
  const factor = units[unit.toLowerCase()];
  return digits === undefined || factor === undefined
    ? undefined
    : Math.floor(Number(digits) * factor);
}
