// Fetches the program that draws /docs: one file of the package @scalar/api-reference, whose other 13 MB and dependencies
// nothing here needs, so it is no dependency. The version is pinned and its integrity checked.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const version = '1.76.0';
const integrity =
  'sha512-pjqwnzmA9YK3ZX+IZSICMsywm4qI6HLSngR2py9H6TvFApHHuJjkTAd+gFJfnqJDzJuro8k7ji6JCtJ2U+Byng==';
const entry = 'package/dist/browser/standalone.js';

/** Where the built server looks for it. */
const apiRenderer = fileURLToPath(new URL('../apps/server/dist/docs/scalar.js', import.meta.url));

const notice = `/*!
@scalar/api-reference ${version}, MIT License. Copyright (c) 2023-present Scalar

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software
is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT
HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
*/
`;

const run = promisify(execFile);

/**
 * Fetches it, unless it is there.
 *
 * @throws {Error} without the registry, or when the package is not the pinned one
 */
export async function fetchApiRenderer() {
  if (existsSync(apiRenderer)) return;
  const folder = mkdtempSync(join(tmpdir(), 'bkksiam-docs-'));
  try {
    const shell = process.platform === 'win32';
    const wanted = `@scalar/api-reference@${version}`;
    const { stdout } = await run('npm', ['pack', wanted, '--silent'], { cwd: folder, shell });
    const archive = join(folder, stdout.trim());
    const sum = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (`sha512-${sum}` !== integrity) throw new Error(`${wanted} has not the integrity expected`);
    await run('tar', ['-xzf', archive, entry], { cwd: folder });
    mkdirSync(join(apiRenderer, '..'), { recursive: true });
    writeFileSync(apiRenderer, notice + readFileSync(join(folder, entry), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
