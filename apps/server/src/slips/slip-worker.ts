// The thread that reads pictures of slips, one at a time.
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { readPicture } from './read-picture.ts';

sharp.cache(false);
sharp.concurrency(1);

// Its answers follow.
parentPort?.postMessage('ready');
parentPort?.on('message', (bytes: Uint8Array) => {
  readPicture(bytes).then(
    (reading) => parentPort?.postMessage(reading),
    // Ends the thread, which is an answer too.
    (error: unknown) => {
      throw error;
    },
  );
});
