import { House, Package, UserRound } from 'lucide-react';
import { paths } from './paths.ts';

/** The signed-in entries of the top menu and of the mobile menu (spec §2). */
export const accountLinks = [
  { text: 'nav.dashboard', to: paths.dashboard.href(), Icon: House },
  { text: 'nav.profile', to: paths.profile.href(), Icon: UserRound },
  { text: 'nav.orders', to: paths.orders.href(), Icon: Package },
] as const;

/** The public pages of the top bar and of the mobile menu. */
export const siteLinks = [
  { text: 'nav.packages', to: paths.packages.href() },
  { text: 'nav.store', to: paths.store.href() },
  { text: 'nav.about', to: paths.about.href() },
  { text: 'nav.contact', to: paths.contact.href() },
] as const;
