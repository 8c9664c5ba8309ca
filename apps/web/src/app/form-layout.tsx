import { Outlet } from 'react-router';
import { NightRiver } from '#drawings/night-river.tsx';
import { BrandLink } from './brand-link.tsx';
import { SkipLink } from './skip-link.tsx';
import { LanguageSwitch, ThemeSwitch } from './switches.tsx';

/** Pages that are one form (spec §2 gives them no top bar and footer): the way home, the switches, the form. */
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
