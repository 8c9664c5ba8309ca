/** A link of a Markdown document: where it leads, without its title. */
export interface DocumentLink {
  readonly path: string;
  readonly anchor: string | undefined;
}

const fencedCode = /^( *)(```|~~~).*?^\1\2/gms;
const inlineCode = /(`+)(?!`).+?(?<!`)\1(?!`)/g;

/** The relative links and pictures of a document; code and addresses of other hosts are left out. */
export function relativeLinks(document: string): DocumentLink[] {
  const prose = document.replaceAll(fencedCode, '').replaceAll(inlineCode, '');
  return [...prose.matchAll(/\]\(<?([^\s)>]+)>?(?: "[^"]*")?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor] = target.split('#');
      return { path, anchor };
    });
}

/** The anchors of a document's headings, as GitHub makes them. */
export function headingAnchors(document: string): Set<string> {
  const anchors = new Set<string>();
  const headings = document.replaceAll(fencedCode, '').matchAll(/^#{1,6} +(.+?) *$/gm);
  for (const [, heading = ''] of headings) {
    const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** The scripts that a text tells its reader to run with npm, such as `backup` of `npm run --silent backup`. */
export function namedScripts(text: string): string[] {
  const calls = text.matchAll(/\bnpm run (?:(?:-s|--silent) )?([a-z][\w:-]*)(?![\w:-])(?! -w)/g);
  return [...calls].map(([, script = '']) => script);
}
