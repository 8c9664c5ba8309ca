import { CircleCheck } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { pages } from '#pages.ts';
import { buttonClass } from '#ui/button.tsx';
import { Loading, Skeleton } from '#ui/feedback.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import { Phrases } from '#ui/phrases.tsx';
import { clearCart, readCart } from '#entities/store/cart.ts';

function Result({
  picture,
  name,
}: {
  readonly picture: ReactNode;
  readonly name: 'success' | 'noOrder';
}) {
  const { t } = useTranslation();
  return (
    <>
      {picture}
      <h1 className="text-3xl">{t(`store.${name}.title`)}</h1>
      <p className="max-w-[34em] text-lg text-balance text-ink-2">
        <Phrases text={t(`store.${name}.text`)} />
      </p>
    </>
  );
}

const check = <CircleCheck className="size-16 text-green" strokeWidth={1.3} />;

/** Whether there was anything to pay for. Only this browser knows, so the server renders a placeholder. */
function Outcome() {
  const [isPaid] = useState(() => readCart().length > 0);
  useEffect(clearCart, []);
  return isPaid ? (
    <Result picture={check} name="success" />
  ) : (
    <Result picture={<EmptyPicture of="orders" />} name="noOrder" />
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <Loading label={t('state.loadingPage')} className="grid w-full justify-items-center gap-4">
      <h1 className="sr-only">{t('title.success')}</h1>
      <Skeleton className="h-24 w-56" />
      <Skeleton className="h-11 w-3/4" />
      <Skeleton className="h-6 w-1/2" />
    </Loading>
  );
}

/** The page after a payment; it empties the cart (spec §2). Opened without an order it says so. */
export function Component() {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  return (
    <div className="wrap py-12 text-center lg:py-16">
      {/* As high as the result on a narrow phone. */}
      <div className="grid min-h-73 content-end justify-items-center gap-4">
        {hydrated ? <Outcome /> : <Waiting />}
      </div>
      <div className="mt-6 grid justify-center gap-3 sm:flex">
        <Link to={pages.store.href()} className={buttonClass()}>
          {t('store.success.shop')}
        </Link>
        <Link to={pages.dashboard.href()} className={buttonClass({ tone: 'secondary' })}>
          {t('store.success.bookings')}
        </Link>
      </div>
    </div>
  );
}
