import { Overview, OverviewHead } from './overview.tsx';

/** The Admin Overview (spec §2). */
export function Component() {
  return (
    <>
      <OverviewHead />
      <Overview />
    </>
  );
}
