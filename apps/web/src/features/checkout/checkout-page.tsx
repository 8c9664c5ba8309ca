import { useQuery } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import { useEffect } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Cart } from '@bkksiam/domain/cart';
import type { DeliveryRate } from '@bkksiam/domain/delivery';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { balanceQuery } from '#entities/payment/balance-data.ts';
import { useCart } from '#entities/store/cart-store.ts';
import { refreshPrices } from '#entities/store/cart.ts';
import { profileQuery } from '#entities/user/profile-data.ts';
import { pages } from '#pages.ts';
import { useAreAwaited } from '#platform/awaited-queries.ts';
import { useBaht } from '#platform/formats.ts';
import { logRejection } from '#platform/log.ts';
import { pageLoader } from '#platform/page-loader.ts';
import { isUnknown, useSession, useUser } from '#platform/session.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmailField, NameField, PhoneField } from '#ui/contact-fields.tsx';
import { EmptyState, Loading, Skeleton } from '#ui/feedback.tsx';
import { Form } from '#ui/form.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import { Card } from '#ui/parts/card.tsx';
import { StickyBar } from '#ui/parts/sticky-bar.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { AddressFields } from './address-fields.tsx';
import {
  formerAddressesQuery,
  pickupQuery,
  ratesQuery,
  type FormerAddress,
} from './checkout-data.ts';
import { deliveryOf, useCheckoutForm, type CheckoutForm } from './checkout-form.ts';
import { splitCart, sumsOf } from './checkout-lines.ts';
import { CheckoutFailure, Notices } from './checkout-notices.tsx';
import { DeliveryChoice, PaymentField } from './choices.tsx';
import { OrderLines, Sums } from './order-summary.tsx';
import '#styles/inner.css';

/** A guest may sign in first: the cart is kept, and the sign-in leads back here. */
function SignInOffer() {
  const { t } = useTranslation(['checkout', 'common']);
  return (
    <p className="-mt-2 mb-4 text-sm text-ink-2">
      <Phrases text={t('guest.account')} />{' '}
      <Link
        to={pages.login.href()}
        state={{ returnTo: pages.checkout.pattern }}
        className="inline-flex min-h-11 items-center text-teal underline"
      >
        {t('common:nav.signIn')}
      </Link>
    </p>
  );
}

function Contact({
  form: { field },
  isGuest,
}: {
  readonly form: CheckoutForm;
  readonly isGuest: boolean;
}) {
  const { t } = useTranslation(['checkout', 'common']);
  return (
    <Card id="contact" title={t('contact.title')}>
      {isGuest && <SignInOffer />}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NameField {...field('name')} label={t('contact.name')} />
        <PhoneField {...field('phone')} label={t('contact.phone')} />
        <EmailField
          {...field('email')}
          label={t('common:field.email')}
          hint={isGuest ? t('guest.emailHint') : undefined}
          className="sm:col-span-2"
        />
      </div>
    </Card>
  );
}

function Terms({ form }: { readonly form: CheckoutForm }) {
  const { t } = useTranslation('checkout');
  const error = form.errorOf('acceptsTerms');
  return (
    <div>
      <label className="inline-flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          {...form.form.register('acceptsTerms')}
          aria-invalid={error !== '' || undefined}
          aria-describedby={error === '' ? undefined : 'terms-error'}
          className="size-5 flex-none accent-teal"
        />
        <span>
          <Trans
            t={t}
            i18nKey="terms"
            components={{
              terms: (
                <Link to={pages.terms.href()} target="_blank" className="text-teal underline" />
              ),
            }}
          />
        </span>
      </label>
      {error !== '' && (
        <p id="terms-error" className="text-sm font-mid text-red">
          {error}
        </p>
      )}
    </div>
  );
}

interface CheckoutProps {
  /** Null for a guest. */
  readonly user: User | null;
  readonly rates: readonly DeliveryRate[];
  readonly former: readonly FormerAddress[];
}

interface PartProps {
  readonly form: CheckoutForm;
  readonly rates: readonly DeliveryRate[];
  /** The lines that can be ordered. */
  readonly cart: Cart;
}

/** What the order comes to as the form has it. */
function useSums({ form, rates, cart }: PartProps) {
  const [method, country, postalCode] = form.form.watch(['method', 'country', 'postalCode']);
  const sums = sumsOf(cart);
  const delivery = deliveryOf(rates, cart, { method, country: country || 'TH', postalCode });
  return { ...sums, method, delivery, total: sums.satang + (delivery ?? 0) };
}

/** Who and where it goes to, how, and how it is paid. */
function Fields(props: PartProps & Pick<CheckoutProps, 'former' | 'user'>) {
  const { form, rates, cart, former, user } = props;
  const { t } = useTranslation('checkout');
  const { data: balance } = useQuery({
    ...balanceQuery(user?.id ?? ''),
    enabled: user !== null,
  });
  const { method, total } = useSums(props);
  return (
    <div className="grid min-w-0 gap-5">
      <Contact form={form} isGuest={user === null} />
      {method !== 'pickup' && (
        <Card id="address" title={t('address.title')}>
          <AddressFields form={form} former={former} />
        </Card>
      )}
      <Card id="delivery" title={t('delivery.title')}>
        <DeliveryChoice form={form} rates={rates} cart={cart} />
      </Card>
      <Card id="payment" title={t('payment.title')}>
        <PaymentField
          form={form}
          totalSatang={total}
          balanceSatang={user === null ? null : Math.round((balance ?? 0) * 100)}
        />
      </Card>
    </div>
  );
}

/** The lines, the total, the terms and the button. */
function Summary(props: PartProps & { readonly isGuest: boolean }) {
  const { form, cart, isGuest } = props;
  const { t } = useTranslation('checkout');
  const baht = useBaht();
  const { satang, pieces, grams, method, delivery, total } = useSums(props);
  return (
    <aside aria-label={t('summary')} className="lifted-card roomy:sticky roomy:top-24">
      <div className="torn rounded-t-lg bg-surface p-5 [--na:0_100%] [--nb:100%_100%] sm:p-6">
        <h2 id="order-lines" className="mb-4 scroll-mt-24 text-xl">
          {t('summary')}
        </h2>
        <OrderLines cart={cart} />
      </div>
      <div className="torn relative rounded-b-lg bg-stub p-5 [--na:0_0] [--nb:100%_0] before:absolute before:inset-x-3.5 before:top-0 before:border-t-2 before:border-dashed before:border-perf before:content-[''] sm:p-6">
        <Sums
          pieces={pieces}
          grams={grams}
          itemsSatang={satang}
          deliverySatang={delivery}
          method={method}
        />
        <div className="mt-4 grid gap-3">
          <Terms form={form} />
          <CheckoutFailure error={form.failure} />
          <Button
            type="submit"
            size="lg"
            wide
            busy={form.busy}
            busyText={t('sending')}
            className="max-md:hidden"
          >
            {t('submit', { amount: baht(total) })}
          </Button>
          <p className="text-sm text-ink-2">{t(isGuest ? 'guest.kept' : 'kept')}</p>
        </div>
      </div>
    </aside>
  );
}

/** The total and the button at the foot of a phone. */
function Bar(props: PartProps) {
  const { t } = useTranslation('checkout');
  const baht = useBaht();
  return (
    <StickyBar
      label={t('summary')}
      totalLabel={t('sum.withDelivery')}
      total={baht(useSums(props).total)}
      action={
        <Button type="submit" busy={props.form.busy} busyText={t('sending')}>
          {t('submitShort')}
        </Button>
      }
    />
  );
}

/** The total before the fields, where the summary is below them. */
function Total(props: PartProps) {
  const { t } = useTranslation('checkout');
  const baht = useBaht();
  const { pieces, total } = useSums(props);
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 rounded-lg border border-line bg-surface px-5 py-3 roomy:hidden">
      <span>
        <strong className="num block text-2xl">{baht(total)}</strong>
        <span className="text-sm text-ink-2">
          {t('sum.pieces', { count: pieces })} · {t('sum.withDelivery')}
        </span>
      </span>
      <a href="#order-lines" className={buttonClass({ tone: 'link' })}>
        {t('seeLines')}
      </a>
    </p>
  );
}

function Checkout({ user, rates, former }: CheckoutProps) {
  const { data: profile = null } = useQuery({
    ...profileQuery(user?.id ?? ''),
    enabled: user !== null,
  });
  const { sold, unsold } = splitCart(useCart(({ cart }) => cart));
  const form = useCheckoutForm({ user, profile, former: former[0], rates, cart: sold });
  const props = { form, rates, cart: sold };
  return (
    <Form onSubmit={form.onSubmit} className="grid gap-5">
      <Total {...props} />
      <Notices cart={sold} unsold={unsold} changes={form.changes} />
      <div className="grid items-start gap-5 roomy:grid-cols-[minmax(0,1fr)_23rem]">
        <Fields {...props} user={user} former={former} />
        <Summary {...props} isGuest={user === null} />
      </div>
      <Bar {...props} />
    </Form>
  );
}

function EmptyCart() {
  const { t } = useTranslation();
  return (
    <EmptyState
      picture={<EmptyPicture of="cart" />}
      title={t('store.cart.empty')}
      text={t('store.cart.emptyText')}
      action={
        <Link to={pages.store.href()} className={buttonClass({ tone: 'secondary' })}>
          {t('nav.browseStore')}
        </Link>
      }
    />
  );
}

const readsOf = (userId: string | undefined) => [
  ratesQuery(),
  pickupQuery(),
  ...(userId === undefined
    ? []
    : [formerAddressesQuery(userId), profileQuery(userId), balanceQuery(userId)]),
];

const isEmpty = (cart: Cart) => cart.length === 0;

/** Only this browser knows the cart and the member, so the server renders a placeholder. */
function Content({ user }: { readonly user: User | null }) {
  const { t } = useTranslation('checkout');
  const isSessionUnknown = useSession(isUnknown);
  const isKnown = useHydrated() && !isSessionUnknown;
  const { data: rates } = useQuery(ratesQuery());
  const { data: former = [] } = useQuery({
    ...formerAddressesQuery(user?.id ?? ''),
    enabled: user !== null,
  });
  const isWaiting = useAreAwaited(readsOf(user?.id));
  const isCartEmpty = useCart(({ cart }) => isEmpty(cart));
  useEffect(() => logRejection('the current prices could not be read', refreshPrices()), []);
  return (
    <div className="wrap grid min-h-svh content-start gap-5 py-12 max-md:pb-32 lg:py-20">
      <h1 tabIndex={-1} className="text-3xl">
        {t('title')}
      </h1>
      {isKnown && isCartEmpty ? (
        <EmptyCart />
      ) : !isKnown || isWaiting || rates === undefined ? (
        <Loading data-page-loading label={t('loading')} announced>
          <Skeleton className="h-svh rounded-lg" />
        </Loading>
      ) : (
        <Checkout user={user} rates={rates} former={former} />
      )}
    </div>
  );
}

/** The checkout of the cart, for members and for guests. */
export function Component() {
  const user = useUser();
  return <Content key={user?.id ?? ''} user={user} />;
}

export const loader = pageLoader(({ userId }) => readsOf(userId ?? undefined));
