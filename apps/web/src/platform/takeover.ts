const longestWaitMs = 20_000;

/**
 * Whether the application knows the element by now: React marks what it has taken over. A painted page is taken over
 * in parts, the last of them when their code has come.
 */
export function isTaken(element: Element): boolean {
  return Object.keys(element).some((key) => key.startsWith('__reactFiber$'));
}

async function waitFor(isDone: () => boolean, isVain: () => boolean): Promise<void> {
  const end = performance.now() + longestWaitMs;
  while (!isDone() && !isVain() && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Resolves once the application knows the element; false where it is gone or nobody comes for it. */
export async function taken(element: Element): Promise<boolean> {
  await waitFor(
    () => isTaken(element),
    () => !element.isConnected,
  );
  return isTaken(element) && element.isConnected;
}

/** What the application may leave as it was painted, without a look inside, is marked so where it is painted. */
const asPainted = '[data-painted] *';

/** Resolves once the application knows everything below the element, or the rest does not come. */
export async function takenOver(root: Element): Promise<void> {
  await waitFor(
    () => [...root.querySelectorAll(`:not(${asPainted})`)].every(isTaken),
    () => !root.isConnected,
  );
}
