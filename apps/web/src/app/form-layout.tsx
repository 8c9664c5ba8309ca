import { Outlet } from 'react-router';
import { NightRiver } from '#drawings/river-scene.tsx';
import { BrandLink, LanguageSwitch, SkipLink, ThemeSwitch } from './header-controls.tsx';

/** The layout of pages with a single form, without top bar and footer (spec §2). */
export function Component() {
  return (
    <div className="relative isolate flex min-h-dvh flex-col">
      <NightRiver />
      <SkipLink />
      <header className="wrap flex h-(--bar) items-center text-on-night [--focus:var(--gold)]">
        <BrandLink />
        <div className="ml-auto flex items-center sm:gap-2">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="grid flex-1 place-items-center px-4 pt-2 pb-10 sm:pb-(--bar)"
      >
        <Outlet />
      </main>
    </div>
  );
}
