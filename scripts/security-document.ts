/** A test that a page names: its file and its title as the source has it. */
export interface NamedTest {
  readonly file: string;
  readonly title: string;
}

const fromRoot = /^(?:apps|e2e|packages|scripts|supabase)\//;
const serverFolder = 'apps/server/src/';

/** The items of the lists below headings of the second level, each in one line. */
function itemsOf(section: string): string[] {
  return section
    .split(/\n(?=- |\n)/)
    .filter((part) => part.startsWith('- '))
    .map((part) => part.slice(2).replaceAll(/\s*\n\s*/g, ' '));
}

/** The tests of one item: after each file in backquotes come titles in double quotes. */
export function namedTests(item: string): NamedTest[] {
  const named: NamedTest[] = [];
  let file: string | undefined;
  for (const [, path, title] of item.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`|"([^"]+)"/g)) {
    if (path !== undefined) file = fromRoot.test(path) ? path : serverFolder + path;
    else if (file !== undefined && title !== undefined) named.push({ file, title });
  }
  return named;
}

/** The defences of a page of `docs/security`: the items of its sections but the gaps, which begin with "Not stopped". */
export function defencesOf(page: string): string[] {
  return page
    .split(/^## /m)
    .slice(1)
    .flatMap(itemsOf)
    .filter((item) => !item.startsWith('Not stopped: '));
}

/** Whether a test with that title is in the source: the title is a whole string literal. */
export function holdsTest(source: string, title: string): boolean {
  const literals = ["'", '"', '`'].map((quote) => quote + title + quote);
  return literals.some((literal) => source.includes(literal));
}
