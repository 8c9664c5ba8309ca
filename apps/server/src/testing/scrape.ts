export const metricsToken = 'the-token-of-the-tests';

/** The samples of a scrape; a series is written as in the text format, its labels in the order of their definition. */
export async function scrape(url: string): Promise<ReadonlyMap<string, number>> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const response = await fetch(`${url}/metrics`, { headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${String(response.status)}: ${text}`);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}
