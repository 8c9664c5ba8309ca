const longestWaitMs = 3000;

/** Resolves once something is on the screen; at once in a tab nobody looks at, which paints nothing. */
export function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve();
    if (document.hidden) done();
    else if (PerformanceObserver.supportedEntryTypes.includes('paint')) {
      new PerformanceObserver(done).observe({ type: 'paint', buffered: true });
      // A tab that has been turned away from meanwhile may stay unpainted.
      setTimeout(done, longestWaitMs);
    } else requestAnimationFrame(done);
  });
}
