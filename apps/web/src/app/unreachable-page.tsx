import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';

function tryAgain(): void {
  window.location.reload();
}

/** Stands where a page would whose code did not come, such as on a train in a tunnel; what surrounds it still works. */
export function UnreachablePage() {
  const { t } = useTranslation();
  return (
    <div className="wrap grid justify-items-center gap-4 py-16 text-center lg:py-28">
      <h1 className="text-3xl">{t('unreachable.title')}</h1>
      <p className="text-lg text-ink-2">{t('unreachable.text')}</p>
      <Button onClick={tryAgain}>{t('action.tryAgain')}</Button>
    </div>
  );
}
