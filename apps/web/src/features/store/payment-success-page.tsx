import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pages } from '#pages.ts';
import { buttonClass } from '#ui/button.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { clearCart } from './cart.ts';

/** The page after a payment; it empties the cart (spec §2). */
export function Component() {
  const { t } = useTranslation();
  useEffect(clearCart, []);
  return (
    <div className="wrap grid justify-items-center gap-4 py-16 text-center lg:py-28">
      <CircleCheck className="size-16 text-green" strokeWidth={1.3} />
      <h1 className="text-3xl">{t('store.success.title')}</h1>
      <p className="max-w-[34em] text-lg text-ink-2">
        <Phrases text={t('store.success.text')} />
      </p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
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
