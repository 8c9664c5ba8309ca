import sharp from 'sharp';

interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The side of the copy that is transformed. */
const side = 64;
/**
 * The lowest frequency of each direction: slips of one bank differ in nothing but texts and QR, which lower ones do not show.
 * A plain difference hash is the same for all of them. Here they differ in 12 bits as a rule and in 4 at least, a slip from its
 * own copies in 4 at most, and in 8 if 3 % of each side are cut off.
 */
const lowest = 10;
const frequencies = Array.from({ length: 8 }, (_frequency, at) => lowest + at);
/** Width of the copy in which the edges of texts are looked for. */
const edgeWidth = 256;
/** Of that copy: a picture one pixel wide would be as high as it is. */
const maxEdgeHeight = 1024;
/** The least difference of brightness, of 255, that is an edge. */
const edgeStep = 48;

/** Brightness by rows. */
async function brightness(bytes: Uint8Array, width: number, height: number, area?: Area) {
  const picture = sharp(bytes).greyscale();
  const { data, info } = await (area === undefined ? picture : picture.extract(area))
    .resize({ width, height, fit: 'fill', kernel: 'linear', fastShrinkOnLoad: false })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return (x: number, y: number) => data[(y * width + x) * info.channels] ?? 0;
}

/** From the first to the last line with at least two edges. */
function span(edges: readonly number[]): readonly [number, number] {
  const first = edges.findIndex((count) => count >= 2);
  return [first, edges.findLastIndex((count) => count >= 2) - first + 1];
}

/** What is printed, without the margins, so that the hash outlives a cut through these. */
async function printedArea(bytes: Uint8Array, size: Pick<Area, 'width' | 'height'>): Promise<Area> {
  const proportional = Math.round((size.height * edgeWidth) / size.width);
  const height = Math.min(Math.max(1, proportional), maxEdgeHeight);
  const [scaleX, scaleY] = [size.width / edgeWidth, size.height / height];
  const at = await brightness(bytes, edgeWidth, height);
  const columns = Array.from({ length: edgeWidth }, () => 0);
  const rows = Array.from({ length: height }, () => 0);
  for (let y = 0; y < height; y += 1) {
    for (let x = 1; x < edgeWidth - 1; x += 1) {
      if (Math.abs(at(x + 1, y) - at(x - 1, y)) <= edgeStep) continue;
      columns[x] = (columns[x] ?? 0) + 1;
      rows[y] = (rows[y] ?? 0) + 1;
    }
  }
  const [[left, across], [top, down]] = [span(columns), span(rows)];
  if (across < edgeWidth / 8 || down < edgeWidth / 8) return { left: 0, top: 0, ...size };
  const [x, y] = [Math.round(left * scaleX), Math.round(top * scaleY)];
  return {
    ...{ left: x, top: y },
    width: Math.min(Math.round(across * scaleX), size.width - x),
    height: Math.min(Math.round(down * scaleY), size.height - y),
  };
}

const cosines = frequencies.map((frequency) =>
  Array.from({ length: side }, (_cosine, at) =>
    Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * side)),
  ),
);

/**
 * The perceptual hash of a picture: the signs of 8 × 8 middle frequencies of its cosine transform, as 16 hexadecimal digits. A
 * picture that was compressed again, resized or cut at its margins differs in few of the 64 bits.
 */
export async function pictureHash(
  bytes: Uint8Array,
  size: Pick<Area, 'width' | 'height'>,
): Promise<string> {
  const at = await brightness(bytes, side, side, await printedArea(bytes, size));
  const sum = (term: (place: number) => number): number => {
    let total = 0;
    for (let place = 0; place < side; place += 1) total += term(place);
    return total;
  };
  const bits = cosines.flatMap((down) => {
    const byColumn = Array.from({ length: side }, (_column, x) =>
      sum((y) => at(x, y) * (down[y] ?? 0)),
    );
    // Of a plain picture the sums are nothing but rounding errors.
    return cosines.map((across) => sum((x) => (byColumn[x] ?? 0) * (across[x] ?? 0)) > 1);
  });
  return BigInt(`0b${bits.map(Number).join('')}`)
    .toString(16)
    .padStart(16, '0');
}
