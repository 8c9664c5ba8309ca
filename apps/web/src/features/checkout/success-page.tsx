import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { clearCart } from '#entities/store/cart.ts';
import { pages } from '#pages.ts';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { buttonClass } from '#ui/button.tsx';
import { TextWithEmail } from '#ui/email-text.tsx';
import { Loading, Skeleton } from '#ui/feedback.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import { Card } from '#ui/parts/card.tsx';
import { TimeLine, type TimeLineEntry } from '#ui/parts/time-line.tsx';
import { Phrases } from '#ui/phrases.tsx';
import type { PlacedOrder } from './checkout-data.ts';
import { hrefsOf, usePlacedOrder, type PlacedState } from './placed-order.ts';
import '#styles/inner.css';

/** What comes next, the buyer's step first. */
function NextSteps({ placed }: { readonly placed: PlacedOrder }) {
  const { t } = useTranslation('checkout');
  const baht = useBaht();
  const timeText = useBangkokTime();
  const isPaid = placed.status === 'PAID';
  const by = placed.pay_by === null ? '' : timeText(placed.pay_by);
  const pay: TimeLineEntry = isPaid
    ? {
        key: 'pay',
        state: 'done',
        when: t('placed.now'),
        what: t('placed.paid', { amount: baht(placed.total_satang) }),
      }
    : {
        key: 'pay',
        state: 'next',
        when: t('placed.by', { time: by }),
        what: t('placed.pay', { amount: baht(placed.total_satang) }),
        who: t('placed.payText'),
      };
  const check: TimeLineEntry = {
    key: 'check',
    state: 'later',
    when: t('placed.then'),
    what: t('placed.check'),
  };
  const send: TimeLineEntry = {
    key: 'send',
    state: isPaid ? 'next' : 'later',
    when: t('placed.then'),
    what: t('placed.send'),
  };
  return (
    <Card id="next" title={t('placed.next')}>
      <TimeLine labelledBy="next" entries={isPaid ? [pay, send] : [pay, check, send]} />
    </Card>
  );
}

function Placed({ placed, email }: PlacedState) {
  const { t } = useTranslation(['checkout', 'common']);
  const { number, status, token } = placed;
  const isPaid = status === 'PAID';
  const hrefs = hrefsOf(placed);
  const mailed = t(token === undefined ? 'placed.mailed' : 'placed.mailedLink', { email });
  return (
    <div className="mx-auto grid max-w-xl gap-6">
      <div className="grid justify-items-center gap-3 text-center">
        <CircleCheck className="size-14 text-green" strokeWidth={1.3} />
        <h1 tabIndex={-1} className="text-3xl">
          {t('placed.thanks')}
        </h1>
        <p className="num text-lg">{t('placed.number', { number })}</p>
        <p className="text-ink-2">
          <TextWithEmail text={mailed} address={email} />
        </p>
      </div>
      <NextSteps placed={placed} />
      <div className="grid gap-3 sm:grid-cols-2">
        {!isPaid && (
          <Link to={hrefs.pay} className={buttonClass({ size: 'lg', className: 'sm:col-span-2' })}>
            {t('placed.payNow')}
          </Link>
        )}
        <Link to={hrefs.order} className={buttonClass({ tone: isPaid ? 'primary' : 'secondary' })}>
          {t('placed.seeOrder')}
        </Link>
        <Link to={pages.store.href()} className={buttonClass({ tone: 'secondary' })}>
          {t('common:store.success.shop')}
        </Link>
      </div>
      <Link to={pages.dashboard.href()} className={buttonClass({ tone: 'link' })}>
        {t('common:store.success.bookings')}
      </Link>
    </div>
  );
}

/** The page was opened in another way than by an order. */
function NoOrder() {
  const { t } = useTranslation(['checkout', 'common']);
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <EmptyPicture of="orders" />
      <h1 tabIndex={-1} className="text-3xl">
        {t('common:store.noOrder.title')}
      </h1>
      <p className="max-w-[34em] text-lg text-balance text-ink-2">
        <Phrases text={t('placed.none')} />
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Link to={pages.store.href()} className={buttonClass()}>
          {t('common:store.success.shop')}
        </Link>
        <Link to={pages.dashboard.href()} className={buttonClass({ tone: 'secondary' })}>
          {t('common:store.success.bookings')}
        </Link>
      </div>
    </div>
  );
}

function Outcome() {
  const state = usePlacedOrder();
  useEffect(clearCart, []);
  return state === null ? <NoOrder /> : <Placed {...state} />;
}

/** The page after an order; it empties the cart (spec §2) and says what comes next. */
export function Component() {
  const { t } = useTranslation(['checkout', 'common']);
  const hydrated = useHydrated();
  return (
    <div className="wrap min-h-svh py-12">
      {hydrated ? (
        <Outcome />
      ) : (
        <Loading label={t('common:state.loadingPage')} className="mx-auto grid max-w-xl gap-6">
          <h1 className="sr-only">{t('placed.title')}</h1>
          <Skeleton className="h-48" />
          <Skeleton className="h-72" />
        </Loading>
      )}
    </div>
  );
}
