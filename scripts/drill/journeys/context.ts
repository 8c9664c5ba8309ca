import { request, type APIRequestContext, type Browser } from '@playwright/test';
import { newMember, startSession } from '../../../e2e/support/accounts.ts';
import { waitForHydration } from '../../../e2e/support/hydration.ts';
import type { Language } from '../../../e2e/support/fixtures.ts';
import type { Credentials, RunningSite } from '../../../e2e/support/site.ts';
import { PageChecks } from './page-checks.ts';
import { JourneyUser } from './user.ts';

/** What the journeys of a language and a width share. */
export interface Variant {
  readonly browser: Browser;
  readonly site: RunningSite;
  readonly language: Language;
  readonly isPhone: boolean;
  /** The markup that axe has seen. */
  readonly seen: Set<string>;
}

/** One journey with all who take part in it. */
export class JourneyContext {
  readonly site: RunningSite;
  readonly language: Language;
  readonly isPhone: boolean;
  readonly users: JourneyUser[] = [];
  readonly request: APIRequestContext;
  readonly #variant: Variant;

  private constructor(variant: Variant, api: APIRequestContext) {
    this.#variant = variant;
    this.site = variant.site;
    this.language = variant.language;
    this.isPhone = variant.isPhone;
    this.request = api;
  }

  static async of(variant: Variant): Promise<JourneyContext> {
    return new JourneyContext(variant, await request.newContext());
  }

  /** Somebody in a browser of their own, signed in if they have an account. */
  async #newUser(who: string, account?: Credentials): Promise<JourneyUser> {
    const { browser, site, language, isPhone, seen } = this.#variant;
    const browserContext = await browser.newContext({
      baseURL: site.url,
      locale: language === 'th' ? 'th-TH' : 'en-GB',
      timezoneId: 'Asia/Bangkok',
      viewport: isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
      hasTouch: isPhone,
      isMobile: isPhone,
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    // It would wait for a dialog of the browser.
    await browserContext.addInitScript(() => {
      window.print = () => undefined;
    });
    const page = await browserContext.newPage();
    waitForHydration(page);
    const checks = await PageChecks.of(page, site.url, seen);
    if (account !== undefined) await startSession(page, site, account);
    const user = new JourneyUser({ page, who, language, isPhone, checks });
    this.users.push(user);
    return user;
  }

  visitor = () => this.#newUser('member');
  member = (account: Credentials) => this.#newUser('member', account);
  admin = () => this.#newUser('admin', this.site.admin);

  newMember = (name: string) => newMember(this.request, this.site, name, this.language);

  async end(): Promise<void> {
    for (const { page } of this.users) await page.context().close();
    await this.request.dispose();
  }
}

/** A journey through the product; it rejects where it cannot go on. */
export interface Journey {
  readonly name: string;
  readonly run: (context: JourneyContext) => Promise<void>;
}
