import { useEffect, useState, type ComponentType } from 'react';
import { firstPaint } from '#platform/first-paint.ts';
import { logFailure } from '#platform/log.ts';

/** Where toasts appear; rendered once, outside the pages. Its code comes after the first paint. */
export function Toasts() {
  const [Region, setRegion] = useState<ComponentType>();
  useEffect(() => {
    firstPaint()
      .then(() => import('#platform/after-paint.ts'))
      .then((module) => setRegion(() => module.ToastRegion))
      .catch((error: unknown) => logFailure('toasts cannot be shown', error));
  }, []);
  return Region === undefined ? null : <Region />;
}
