import { encode } from 'uqr';

/** The error correction survives a scratched screen. */
export const qrOptions = { ecc: 'M', border: 0 } as const;

/** Modules of white around a code, as ISO 18004 asks for. */
export const quietZone = 4;

interface QrMatrix {
  /** Modules on a side. */
  readonly size: number;
  /** The dark modules as an SVG path, in modules. */
  readonly path: string;
}

/** The modules of a text's QR code. */
export function qrMatrix(text: string): QrMatrix {
  const { data, size } = encode(text, qrOptions);
  const runs = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1] === true) return [];
      const end = row.indexOf(false, x);
      const length = (end === -1 ? size : end) - x;
      return [`M${String(x)} ${String(y)}h${String(length)}v1h-${String(length)}z`];
    }),
  );
  return { size, path: runs.join('') };
}
