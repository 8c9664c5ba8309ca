import scene from './hero.svg?no-inline';

const size = { width: 1440, height: 720 };

/**
 * The Chao Phraya at dusk, at night in the dark theme: one file, whose colours its fragment chooses.
 *
 * @param alt described once, where the picture is the page's own; empty where it is a backdrop
 * @param night always the night, for a backdrop that stays dark
 */
export function RiverScene({
  alt,
  className = '',
  night = false,
}: {
  readonly alt: string;
  readonly className?: string;
  readonly night?: boolean;
}) {
  const atNight = `${scene}#night`;
  if (night) return <img src={atNight} alt={alt} className={className} {...size} />;
  return (
    <>
      <img src={scene} alt={alt} className={`${className} dark:hidden`} {...size} />
      <img src={atNight} alt={alt} className={`${className} hidden dark:block`} {...size} />
    </>
  );
}
