/**
 * The address with the percent signs of its path escaped if the path cannot be decoded: routing would refuse it with a
 * response of its own, without the headers and the form that the protocol at the path promises.
 */
export function decodablePath(url: string): string {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  if (!path.includes('%')) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
