import { saveFile } from '#platform/save-file.ts';
import { quietZone, qrMatrix } from '#entities/payment/qr-matrix.ts';

const width = 720;
const margin = 60;
const lineHeight = 52;

export interface QrImage {
  readonly text: string;
  /** Lines below the code: the amount first, which is large. */
  readonly lines: readonly string[];
  readonly fileName: string;
}

function drawCode(context: CanvasRenderingContext2D, text: string): number {
  const { size, path } = qrMatrix(text);
  // Whole pixels for each module keep its edges sharp.
  const scale = Math.floor((width - 2 * margin) / (size + 2 * quietZone));
  const offset = (width - scale * size) / 2;
  const top = margin + scale * quietZone;
  context.save();
  context.translate(offset, top);
  context.scale(scale, scale);
  context.fill(new Path2D(path));
  context.restore();
  return top + scale * (size + quietZone);
}

function drawLines(context: CanvasRenderingContext2D, lines: readonly string[], top: number) {
  const family = getComputedStyle(document.body).fontFamily;
  context.textAlign = 'center';
  for (const [index, line] of lines.entries()) {
    context.font = `600 ${index === 0 ? '44px' : '28px'} ${family}`;
    context.fillText(line, width / 2, top + index * lineHeight, width - margin);
  }
}

async function drawImage({ text, lines }: QrImage): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const codeBottom = width;
  canvas.width = width;
  canvas.height = codeBottom + lines.length * lineHeight + margin;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser draws no pictures');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, canvas.height);
  context.fillStyle = '#141c3d';
  drawLines(context, lines, drawCode(context, text) + lineHeight / 2);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('this browser draws no pictures'));
      else resolve(blob);
    }, 'image/png');
  });
}

// Safari on iPhones saves downloads among the files, where banks' apps do not look; its share sheet offers the photos.
const isIos = () => /iPhone|iPad|iPod/.test(navigator.userAgent);

/** Saves the code as a picture that a bank's app can open. */
export async function saveQrImage(image: QrImage): Promise<void> {
  const blob = await drawImage(image);
  const file = new File([blob], image.fileName, { type: 'image/png' });
  if (!isIos() || !('canShare' in navigator) || !navigator.canShare({ files: [file] })) {
    saveFile(image.fileName, blob);
    return;
  }
  await navigator.share({ files: [file] }).catch((error: unknown) => {
    // The sheet was closed.
    if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
  });
}
