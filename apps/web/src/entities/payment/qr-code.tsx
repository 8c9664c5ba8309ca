import { quietZone, qrMatrix } from './qr-matrix.ts';

// Dark on white in both themes: not every app reads a light code on a dark ground.
const white = '#fff';
const dark = '#141c3d';

/** A QR code with its quiet zone. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = qrMatrix(text);
  const side = size + 2 * quietZone;
  const box = `${String(-quietZone)} ${String(-quietZone)} ${String(side)} ${String(side)}`;
  return (
    <div className="clip-yo bg-teal-soft p-3 sm:p-4 forced-colors:[forced-color-adjust:none]">
      <svg
        viewBox={box}
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
        className="block size-49 sm:size-58"
      >
        <rect x={-quietZone} y={-quietZone} width={side} height={side} fill={white} />
        <path d={path} fill={dark} />
      </svg>
    </div>
  );
}
