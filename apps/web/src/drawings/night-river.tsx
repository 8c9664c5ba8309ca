import { RiverScene } from './river-scene.tsx';

/** The river at night behind a form, dark in both themes; it stays while the form scrolls. */
export function NightRiver() {
  return (
    <div className="fixed inset-0 -z-10 overflow-hidden bg-[oklch(0.165_0.04_268)]">
      <RiverScene night alt="" className="size-full max-w-none object-cover object-bottom" />
    </div>
  );
}
