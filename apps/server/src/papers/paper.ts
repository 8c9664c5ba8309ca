import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { wrapText } from './wrap-text.ts';

const require = createRequire(import.meta.url);
// Sarabun alone places a tone mark over the vowel ำ as it is written; other Thai fonts do not in pdfkit.
const fonts = {
  regular: require.resolve('@expo-google-fonts/sarabun/400Regular/Sarabun_400Regular.ttf'),
  medium: require.resolve('@expo-google-fonts/sarabun/500Medium/Sarabun_500Medium.ttf'),
  bold: require.resolve('@expo-google-fonts/sarabun/600SemiBold/Sarabun_600SemiBold.ttf'),
};

const colours = {
  ink: '#1b2142',
  soft: '#4d5470',
  river: '#00727c',
  sun: '#f4b23e',
  light: '#fdf8ee',
  gold: '#fdf1d9',
  perforation: '#b98a3b',
  hairline: '#d9d6cc',
  cell: '#f6f3ea',
  red: '#b3261e',
};

/** Of the line height of the font: marks above and below Thai letters need room. */
const lineSpacing = 1.08;

/** A4 in points. */
const pageWidth = 595.28;
const pageHeight = 841.89;
export const margin = 42;
export const contentWidth = pageWidth - 2 * margin;
export const contentRight = pageWidth - margin;

interface TextStyle {
  /** In points, before the scale of the paper. */
  readonly size?: number;
  readonly font?: keyof typeof fonts;
  readonly colour?: keyof typeof colours;
  readonly align?: 'left' | 'right' | 'center';
}

/** A box on the page, in points. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** One page of A4 that is drawn from top to bottom. Texts and gaps have a scale, so that a long paper fits on its page. */
export class Paper {
  readonly #document: PDFKit.PDFDocument;
  readonly scale: number;

  constructor(info: PDFKit.DocumentInfo, scale: number) {
    this.scale = scale;
    this.#document = new PDFDocument({
      size: [pageWidth, pageHeight],
      margin: 0,
      font: fonts.regular,
      lang: 'th',
      displayTitle: true,
      info,
    });
    for (const [name, path] of Object.entries(fonts)) this.#document.registerFont(name, path);
  }

  /** Sets the font; returns the lines of a text, and their height. */
  #linesOf(text: string, width: number, { size = 9.4, font = 'regular' }: TextStyle) {
    this.#document.font(font, size * this.scale);
    const widthOf = (part: string) => this.#document.widthOfString(part);
    const height = this.#document.currentLineHeight(true) * lineSpacing;
    return { lines: text === '' ? [] : wrapText(text, width, widthOf), height, widthOf };
  }

  /** Writes lines of text into a box; returns where they end. */
  write(text: string, { x, y, width }: Box, style: TextStyle = {}): number {
    const { colour = 'ink', align = 'left' } = style;
    const { lines, height, widthOf } = this.#linesOf(text, width, style);
    this.#document.fillColor(colours[colour]);
    for (const [index, line] of lines.entries()) {
      const free = width - widthOf(line);
      const start = x + (align === 'right' ? free : align === 'center' ? free / 2 : 0);
      this.#document.text(line, start, y + index * height, { lineBreak: false });
    }
    return y + lines.length * height;
  }

  /** The height of a text that is not written yet. */
  heightOf(text: string, width: number, style: TextStyle = {}): number {
    const { lines, height } = this.#linesOf(text, width, style);
    return lines.length * height;
  }

  rule({ x, y, width }: Box, colour: 'ink' | 'hairline'): void {
    this.#document
      .lineWidth(colour === 'ink' ? 1.1 : 0.75)
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke(colours[colour]);
  }

  /** A dashed line that separates what is bought from what it costs. */
  perforation({ x, y, width }: Box): void {
    this.#document
      .lineWidth(1.5)
      .dash(4.5, { space: 3 })
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke(colours.perforation)
      .undash();
  }

  /** The divider of the brand: three lines of waves. */
  river(y: number): void {
    const waves = 48;
    const step = contentWidth / waves;
    for (const line of [0, 3, 6]) {
      const path = Array.from({ length: waves - 1 }, () => `t${step.toFixed(3)} 0`).join('');
      this.#document
        .lineWidth(1.05)
        .path(
          `M${String(margin)} ${String(y + line)}q${(step / 2).toFixed(3)} -2.2 ${step.toFixed(3)} 0${path}`,
        )
        .stroke(colours.river);
    }
  }

  /** A filled box with redented corners. */
  redentedBox({ x, y, width }: Box, height: number): void {
    const [right, bottom, notch] = [x + width, y + height, 4];
    this.#document
      .path(
        `M${String(x + notch)} ${String(y)}H${String(right - notch)}v${String(notch)}h${String(notch)}V${String(bottom - notch)}h-${String(notch)}v${String(notch)}H${String(x + notch)}v-${String(notch)}h-${String(notch)}V${String(y + notch)}h${String(notch)}z`,
      )
      .fill(colours.gold);
  }

  /** A quiet box with round corners. */
  cell({ x, y, width }: Box, height: number): void {
    this.#document.roundedRect(x, y, width, height, 6).fill(colours.cell);
  }

  /** The brand mark: a prang before the setting sun. */
  brandMark(x: number, y: number): void {
    this.#document
      .save()
      .translate(x, y)
      .scale(0.975)
      .path('M4 0h32v4h4v32h-4v4H4v-4H0V4h4z')
      .fill(colours.river)
      .circle(20, 18.5, 11.5)
      .fill(colours.sun)
      .path('M20 3.5l1.6 7.5 1.2 7h2v3h2.7v3h3v3.5h-21V24h3v-3h2.7v-3h2l1.2-7z')
      .fill(colours.light)
      .lineWidth(2.2)
      .lineCap('round')
      .path('M8 33q3-3 6 0t6 0 6 0 6 0')
      .stroke(colours.light)
      .restore();
  }

  /** A large mark across the page, through which the text stays legible. */
  stamp(text: string): void {
    const middle = pageHeight / 2;
    this.#document
      .save()
      .rotate(-32, { origin: [pageWidth / 2, middle] })
      .opacity(0.22);
    this.write(
      text,
      { x: -100, y: middle - 60 * this.scale, width: pageWidth + 200 },
      {
        size: 84,
        font: 'bold',
        colour: 'red',
        align: 'center',
      },
    );
    this.#document.restore().opacity(1);
  }

  /** The bytes of the file. */
  async finish(): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    this.#document.end();
    for await (const chunk of this.#document) chunks.push(chunk as Uint8Array);
    return new Uint8Array(Buffer.concat(chunks));
  }
}

/** Where the foot of a page begins. */
export const footTop = pageHeight - 63;
