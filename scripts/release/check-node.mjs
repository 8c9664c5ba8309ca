// Runs on versions of Node.js that are too old, to say so.
import { readFileSync } from 'node:fs';

/** @param {string} message @returns {never} */
export function fail(message) {
  console.error(`bkksiam: ${message}`);
  process.exit(1);
}

/**
 * Ends the process where Node.js is older than the `engines` of package.json.
 *
 * @param {string | URL} manifest that package.json
 */
export function checkNode(manifest) {
  const needed = /"node": ">=([\d.]+)"/.exec(readFileSync(manifest, 'utf8'))?.[1] ?? '';
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = needed.split('.').map(Number);
  if (major < neededMajor || (major === neededMajor && minor < neededMinor))
    fail(`Node.js ${process.versions.node} is too old: install ${needed} or newer`);
}
