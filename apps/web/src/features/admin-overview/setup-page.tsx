import { useTranslation } from 'react-i18next';
import { hasFailed } from '#platform/query-fallback.tsx';
import { Loading, Skeleton } from '#ui/feedback.tsx';
import { Overview, OverviewHead } from './overview.tsx';
import { SetupList, useSetup } from './setup-list.tsx';

/** The Admin Overview with a feature: what is left of the first set-up comes first. */
export function Component() {
  const { t } = useTranslation('common');
  const { setup, hasArrived } = useSetup();
  // What is below waits for the list, so that it does not move.
  if (setup.data === undefined && !hasFailed(setup)) {
    return (
      <>
        <OverviewHead />
        <Loading label={t('state.loading')} className="mt-6">
          <Skeleton className="h-72" />
        </Loading>
      </>
    );
  }
  return (
    <>
      <OverviewHead />
      {setup.data && <SetupList setup={setup.data} hasArrived={hasArrived} />}
      <Overview />
    </>
  );
}
