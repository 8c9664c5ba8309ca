import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { latePart } from '#platform/late-part.ts';
import { loadFrameParts } from './load-frame-parts.ts';
import { usePageHandle } from './page-handle.ts';
import { SkipLink } from './skip-link.tsx';
import { TopNavigation } from './top-navigation.tsx';

// Painted with the page and far below what is seen first, so its code may come last.
const Footer = latePart(() => loadFrameParts().then((module) => module.Footer));

/** Top bar, page, footer. Where the bar lies over the picture a page begins with, the page leaves `--bar` free above. */
export function PublicLayout() {
  const overPicture = usePageHandle()?.barOverPicture === true;
  return (
    <div className="relative flex min-h-dvh flex-col">
      <SkipLink />
      <TopNavigation overPicture={overPicture} />
      <main id="main" tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
      <Suspense fallback={null}>
        <Footer />
      </Suspense>
    </div>
  );
}
