import type { User } from '@supabase/supabase-js';
import {
  Building2,
  ChartColumn,
  FileText,
  Headset,
  House,
  Image,
  LayoutDashboard,
  ListChecks,
  LogOut,
  MailWarning,
  MessagesSquare,
  Newspaper,
  Package,
  PlaneTakeoff,
  ReceiptText,
  ScrollText,
  ShoppingBag,
  Ticket,
  Truck,
  Undo2,
  UserRound,
  UsersRound,
  WalletMinimal,
  type LucideIcon,
} from 'lucide-react';
import { Suspense, useId, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, matchPath, useLocation } from 'react-router';
import { useIsAdmin } from '#entities/user/admin-flag.ts';
import type { TextKey } from '#platform/i18n.ts';
import { lazyComponent } from '#platform/lazy-components.ts';
import { IconButton } from '#ui/button.tsx';
import { EmailText } from '#ui/email-text.tsx';
import { Avatar } from '#ui/picture.tsx';
import { initialOf, shownName, useLogOut } from './account.ts';
import { BrandLink, LanguageSwitch, ThemeSwitch } from './header-controls.tsx';
import { CommandButton } from './sidebar-command-button.tsx';
import { pages, shownLinks, type Page } from '#pages.ts';

interface SideLink {
  readonly text: TextKey;
  readonly page: Page;
  /** Pages below it that have no link of their own. */
  readonly within?: readonly Page[];
  /** Loaded with the link. */
  readonly Badge?: ComponentType;
  readonly Icon: LucideIcon;
}

const memberLinks: readonly SideLink[] = [
  { text: 'nav.dashboard', page: pages.dashboard, Icon: House },
  { text: 'nav.searchFlights', page: pages.flightSearch, Icon: PlaneTakeoff },
  {
    text: 'nav.bookings',
    page: pages.bookings,
    within: [pages.memberBooking, pages.request],
    Icon: Ticket,
  },
  { text: 'sidebar.groupRequest', page: pages.groupRequest, Icon: UsersRound },
  {
    text: 'members.soon.payments.title',
    page: pages.payments,
    within: [pages.topUp, pages.pay],
    Icon: WalletMinimal,
  },
  {
    text: 'nav.orders',
    page: pages.myOrders,
    within: [pages.order, pages.payOrder],
    Icon: ShoppingBag,
  },
  { text: 'nav.profile', page: pages.memberProfile, Icon: UserRound },
  { text: 'sidebar.support', page: pages.support, within: [pages.myThread], Icon: Headset },
];

const PendingBadge = lazyComponent(
  async () => (await import('./pending-badge.tsx')).PendingBadge,
  () => null,
);

const DueBadge = lazyComponent(
  async () => (await import('./pending-badge.tsx')).DueBadge,
  () => null,
);

const SlipsBadge = lazyComponent(
  async () => (await import('./pending-badge.tsx')).SlipsBadge,
  () => null,
);

const RefundsBadge = lazyComponent(
  async () => (await import('./pending-badge.tsx')).RefundsBadge,
  () => null,
);

const ApprovalsBadge = lazyComponent(
  async () => (await import('./pending-badge.tsx')).ApprovalsBadge,
  () => null,
);

const ThreadsBadge = lazyComponent(
  async () => (await import('./pending-badge.tsx')).ThreadsBadge,
  () => null,
);

const OrdersBadge = lazyComponent(
  async () => (await import('./pending-badge.tsx')).OrdersBadge,
  () => null,
);

const adminLinks: readonly SideLink[] = [
  { text: 'title.admin', page: pages.admin, Icon: LayoutDashboard },
  { text: 'sidebar.users', page: pages.adminUsers, Icon: UsersRound },
  { text: 'admin.requests.title', page: pages.adminRequests, Icon: FileText, Badge: PendingBadge },
  { text: 'sidebar.bookings', page: pages.adminBookings, Icon: Ticket, Badge: DueBadge },
  { text: 'sidebar.flights', page: pages.adminFlights, Icon: PlaneTakeoff },
  {
    text: 'sidebar.questions',
    page: pages.adminSupport,
    within: [pages.adminAnswers],
    Icon: MessagesSquare,
    Badge: ThreadsBadge,
  },
  { text: 'admin.news.title', page: pages.adminNews, Icon: Newspaper },
  { text: 'admin.logs.title', page: pages.adminLogs, Icon: ScrollText },
  { text: 'sidebar.messages', page: pages.adminMessages, Icon: MailWarning },
  { text: 'sidebar.agency', page: pages.adminAgency, Icon: Building2 },
];

const moneyLinks: readonly SideLink[] = [
  { text: 'sidebar.slips', page: pages.adminSlips, Icon: Image, Badge: SlipsBadge },
  { text: 'sidebar.refunds', page: pages.adminRefunds, Icon: Undo2, Badge: RefundsBadge },
  {
    text: 'sidebar.approvals',
    page: pages.adminApprovals,
    Icon: ListChecks,
    Badge: ApprovalsBadge,
  },
  { text: 'sidebar.receipts', page: pages.adminReceipts, Icon: ReceiptText },
  { text: 'sidebar.finance', page: pages.adminFinance, Icon: ChartColumn },
];

const shopLinks: readonly SideLink[] = [
  { text: 'sidebar.shopOrders', page: pages.adminOrders, Icon: ShoppingBag, Badge: OrdersBadge },
  { text: 'sidebar.products', page: pages.adminProducts, Icon: Package },
  { text: 'sidebar.delivery', page: pages.adminDelivery, Icon: Truck },
];

function SideLinks({
  heading,
  links,
}: {
  readonly heading: TextKey;
  readonly links: readonly SideLink[];
}) {
  const { t } = useTranslation();
  const id = useId();
  const { pathname } = useLocation();
  const shown = shownLinks(links);
  if (shown.length === 0) return null;
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="mb-1 px-3 text-xs tracking-normal text-on-night-2">
        {t(heading)}
      </h2>
      <ul>
        {shown.map(({ text, to, page, within = [], Icon, Badge }) => (
          <li key={to} className="relative">
            <Link
              to={to}
              aria-current={
                [page, ...within].some(({ pattern }) => matchPath(pattern, pathname) !== null)
                  ? 'page'
                  : undefined
              }
              className="flex min-h-11 items-center gap-3 rounded-sm px-3 font-mid text-on-night-2 pointer-fine:min-h-10 hover:text-on-night aria-[current=page]:bg-night-2 aria-[current=page]:font-strong aria-[current=page]:text-on-night aria-[current=page]:shadow-[inset_3px_0_var(--gold)]"
            >
              <Icon className="size-5 flex-none" />
              {t(text)}
            </Link>
            {Badge && (
              <Suspense>
                <Badge />
              </Suspense>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Me({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const logOut = useLogOut();
  const { email = '' } = user;
  const name = shownName(user);
  return (
    <div className="border-t border-night-line pt-2">
      <div className="flex items-center justify-between">
        <LanguageSwitch full />
        <div className="flex">
          <ThemeSwitch />
          <IconButton label={t('nav.logOut')} onClick={logOut}>
            <LogOut className="size-5" />
          </IconButton>
        </div>
      </div>
      <div className="flex items-center gap-3 px-3 py-2">
        <Avatar letter={initialOf(user)} />
        <p className="min-w-0 flex-1">
          {name !== email && (
            <b className="line-clamp-2 leading-[1.4] font-strong wrap-anywhere">{name}</b>
          )}
          <small className="line-clamp-2 text-xs wrap-anywhere text-on-night-2">
            <EmailText address={email} />
          </small>
        </p>
      </div>
    </div>
  );
}

export interface SidebarProps {
  readonly user: User;
  /** Opens the command bar of admins. */
  readonly onFind: () => void;
  /** The bell, if it is not in the bar of narrow screens. */
  readonly bell?: ReactNode;
}

/** The navigation of the member area, with the admin pages for admins. */
export function Sidebar({ user, onFind, bell }: SidebarProps) {
  const { isAdmin } = useIsAdmin();
  return (
    <>
      <div className="flex items-center justify-between">
        <BrandLink className="pl-3" />
        {bell}
      </div>
      {/* Scrolls by itself, and what admins have comes last: nothing moves when the server has said who is one. */}
      <div className="-mx-4 flex min-h-60 flex-1 flex-col gap-3 overflow-y-auto px-4">
        <SideLinks heading="sidebar.memberArea" links={memberLinks} />
        {isAdmin && (
          <>
            <CommandButton onOpen={onFind} />
            <SideLinks heading="sidebar.adminPanel" links={adminLinks} />
            <SideLinks heading="sidebar.shop" links={shopLinks} />
            <SideLinks heading="sidebar.money" links={moneyLinks} />
          </>
        )}
      </div>
      <Me user={user} />
    </>
  );
}
