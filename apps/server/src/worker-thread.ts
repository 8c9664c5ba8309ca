import { Worker, type ResourceLimits } from 'node:worker_threads';

/**
 * Starts a thread that does not keep the process alive; its end says that it has failed.
 *
 * @param source its module by `new URL('./x-worker.ts', import.meta.url)`: tsx has to load it, and the bundle has it as a
 * `.js` file beside itself
 */
export function startThread(source: URL, resourceLimits: ResourceLimits = {}): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const file = JSON.stringify(source.href);
  const load = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${file}, ${file}))`;
  const thread = isSource
    ? new Worker(load, { eval: true, resourceLimits })
    : new Worker(new URL(source.href.replace(/\.ts$/, '.js')), { resourceLimits });
  thread.on('error', () => undefined).unref();
  return thread;
}
