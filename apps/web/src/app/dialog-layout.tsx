import { Outlet } from 'react-router';
import { LanguageSwitch, ThemeSwitch } from './header-controls.tsx';

/** The layout of a page that is a dialog. Nothing outside of a dialog can be used, so the page gets the controls. */
export function Component() {
  const controls = (
    <>
      <LanguageSwitch />
      <ThemeSwitch />
    </>
  );
  return <Outlet context={controls} />;
}
