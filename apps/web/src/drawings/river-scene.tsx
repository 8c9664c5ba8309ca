import scene from './hero.svg?no-inline';

const size = { width: 1440, height: 720 };

// The fragment selects the colours of the night in the same file.
const nightScene = `${scene}#night`;

/** The Chao Phraya at dusk, at night in the dark theme. */
export function RiverScene({
  alt,
  className,
}: {
  readonly alt: string;
  readonly className: string;
}) {
  return (
    <>
      <img src={scene} alt={alt} className={`${className} dark:hidden`} {...size} />
      <img src={nightScene} alt={alt} className={`${className} hidden dark:block`} {...size} />
    </>
  );
}

/** The river at night behind a form, dark in both themes; it stays while the form scrolls. */
export function NightRiver() {
  return (
    <div className="fixed inset-0 -z-10 overflow-hidden bg-[oklch(0.165_0.04_268)]">
      <img
        src={nightScene}
        alt=""
        className="size-full max-w-none object-cover object-bottom"
        {...size}
      />
    </div>
  );
}
