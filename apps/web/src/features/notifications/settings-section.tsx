import { useId, type ReactNode } from 'react';

/** A part of the settings with its heading. */
export function SettingsSection({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3 border-t border-line px-6 py-5">
      <h3 id={id} className="text-base">
        {title}
      </h3>
      {children}
    </section>
  );
}
