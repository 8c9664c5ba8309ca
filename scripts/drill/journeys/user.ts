import { extname } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Language } from '../../../e2e/support/fixtures.ts';
import { hydrated } from '../../../e2e/support/hydration.ts';
import { patternIn, textIn, type AnyTextKey, type TextValues } from '../../../e2e/support/texts.ts';
import { screensAway, type PageChecks, type Problem } from './page-checks.ts';

/** A control that does not come within this ends the journey. */
const longestWaitMs = 15_000;

/** How soon a page shows what somebody else has changed. */
const changesArriveMs = 1500;

const mimeTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.jpg': 'image/jpeg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
};

type Role = Parameters<Page['getByRole']>[0];

export interface Finding extends Problem {
  readonly step: string;
}

interface UserParts {
  readonly page: Page;
  /** A member or an admin. */
  readonly who: string;
  readonly language: Language;
  readonly isPhone: boolean;
  readonly checks: PageChecks;
}

/** What a user does on the site. Each step is counted and timed, and the page is checked after it. */
export class JourneyUser {
  readonly page: Page;
  readonly who: string;
  readonly language: Language;
  readonly isPhone: boolean;
  readonly t: ReturnType<typeof textIn>;
  readonly findings: Finding[] = [];
  presses = 0;
  fields = 0;
  /** The time of the site and the browser, without that of the checks. */
  milliseconds = 0;
  readonly #checks: PageChecks;
  #lastStep = 'start';
  #hasActed = false;
  /** Somebody else has acted since the last step. */
  #mayMove = false;

  constructor({ page, who, language, isPhone, checks }: UserParts) {
    this.page = page;
    this.who = who;
    this.language = language;
    this.isPhone = isPhone;
    this.t = textIn(language);
    this.#checks = checks;
  }

  /** The first visible element with a role and a name. */
  named(role: Role, name: string | RegExp, within: Page | Locator = this.page): Locator {
    return within.getByRole(role, { name, exact: true }).filter({ visible: true }).first();
  }
  /** The first visible element with a role and the text of a key as its name. */
  find(role: Role, key: AnyTextKey, values?: TextValues, within?: Locator): Locator {
    return this.named(role, patternIn(this.language)(key, values), within);
  }
  button = (key: AnyTextKey, values?: TextValues, within?: Locator) =>
    this.find('button', key, values, within);
  link = (key: AnyTextKey, values?: TextValues, within?: Locator) =>
    this.find('link', key, values, within);
  /** The first visible field with a label. */
  field(key: AnyTextKey, within: Page | Locator = this.page): Locator {
    const label = patternIn(this.language)(key);
    return within.getByLabel(label).filter({ visible: true }).first();
  }
  /** The text of a key on the page. */
  text = (key: AnyTextKey, values?: TextValues): Locator =>
    this.page.getByText(patternIn(this.language)(key, values));
  /** The dialog, drawer or question that is open. */
  get dialog(): Locator {
    return this.page.getByRole('dialog').or(this.page.getByRole('alertdialog')).last();
  }

  async #timed(work: () => Promise<unknown>): Promise<void> {
    const began = performance.now();
    await work();
    this.milliseconds += performance.now() - began;
  }

  async #check(): Promise<void> {
    if (this.#mayMove) await this.#checks.forgetShifts();
    this.#mayMove = false;
    const problems = await this.#checks.problems(this.#hasActed);
    this.findings.push(...problems.map((problem) => ({ ...problem, step: this.#lastStep })));
  }

  async #act(step: string, act: () => Promise<unknown>): Promise<void> {
    this.#lastStep = step;
    this.#hasActed = true;
    await this.#timed(async () => {
      await act();
      await hydrated(this.page);
    });
  }

  /** Waits for the control of a step, checks the page as the last step has left it, and takes the step. */
  async #step(kind: string, control: Locator, act: () => Promise<unknown>): Promise<void> {
    await this.#timed(() => control.waitFor({ timeout: longestWaitMs }));
    await this.#check();
    const away = await screensAway(this.page, control);
    const [name = ''] = (await control.ariaSnapshot()).split('\n');
    const step = `${kind} ${name.replace(/^- /, '')}`;
    if (away > 1) {
      const text = `the next control is ${away.toFixed(1)} screens away: ${step}`;
      this.findings.push({ step: this.#lastStep, text, isNote: false });
    }
    await this.#act(step, act);
  }

  /** Opens an address, as a bookmark or the link of a mail does. */
  async open(path: string): Promise<void> {
    if (this.#lastStep !== 'start') await this.#check();
    this.#lastStep = `open ${path}`;
    this.#hasActed = false;
    await this.#timed(async () => {
      await this.page.goto(path);
      await hydrated(this.page);
    });
  }

  async press(control: Locator): Promise<void> {
    this.presses += 1;
    const options = { timeout: longestWaitMs };
    await this.#step('press', control, () =>
      this.isPhone ? control.tap(options) : control.click(options),
    );
  }

  /** Scrolls to a control that may be far away, such as one that cancels. */
  async lookFor(control: Locator): Promise<void> {
    await this.#timed(() => control.waitFor({ timeout: longestWaitMs }));
    await control.scrollIntoViewIfNeeded();
  }

  /** Types into a field, in place of what is in it. */
  async type(control: Locator, text: string): Promise<void> {
    this.fields += 1;
    await this.#step('type into', control, async () => {
      await (this.isPhone ? control.tap() : control.click());
      await this.page.keyboard.press('Control+A');
      await this.page.keyboard.type(text);
    });
  }

  /** Pastes a text of several lines into a field. */
  async paste(control: Locator, text: string): Promise<void> {
    this.fields += 1;
    await this.#step('paste into', control, async () => {
      await (this.isPhone ? control.tap() : control.click());
      await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await this.page.keyboard.press('Control+V');
    });
  }

  /** Chooses an option of a native select. */
  async choose(control: Locator, option: string): Promise<void> {
    this.fields += 1;
    await this.#step('choose in', control, () => control.selectOption(option));
  }

  /** Presses a key where the focus is. */
  async key(key: string): Promise<void> {
    this.presses += 1;
    await this.#check();
    await this.#act(`key ${key}`, () => this.page.keyboard.press(key));
  }

  /** Types where the focus is. */
  async typeKeys(text: string): Promise<void> {
    this.fields += 1;
    await this.#check();
    await this.#act(`type ${text}`, () => this.page.keyboard.type(text));
  }

  async back(): Promise<void> {
    this.presses += 1;
    await this.#check();
    await this.#act('back', () => this.page.goBack());
  }

  /** Presses a button that opens the file dialog of the browser, and chooses a file there. */
  async chooseFile(control: Locator, name: string, content: string | Buffer): Promise<void> {
    this.presses += 1;
    await this.#step('choose a file with', control, async () => {
      const chooser = this.page.waitForEvent('filechooser');
      await (this.isPhone ? control.tap() : control.click());
      const mimeType = mimeTypes[extname(name)] ?? 'application/octet-stream';
      const buffer = typeof content === 'string' ? Buffer.from(content) : content;
      await (await chooser).setFiles({ name, mimeType, buffer });
    });
  }

  /** Chooses an airport in its combobox. */
  async chooseAirport(field: Locator, code: string): Promise<void> {
    await this.type(field, code);
    const options = this.page.getByRole('option').filter({ hasText: code, visible: true });
    await this.press(options.first());
  }

  /** Chooses days in the calendar that a field opens, one after the other. */
  async chooseDays(opener: Locator, ...days: readonly string[]): Promise<void> {
    await this.press(opener);
    for (const day of days) {
      // Without the year, which is of the Buddhist era in Thai.
      const button = this.page.locator(`[data-day$="${day.slice(4)}"]:not([data-outside]) button`);
      while ((await button.filter({ visible: true }).count()) === 0) {
        await this.press(this.button('search.calendar.next', {}, this.dialog));
      }
      await this.press(button.first());
    }
  }

  /** Goes to a page by the navigation at the side, which is behind a button on a phone. */
  async goTo(key: AnyTextKey): Promise<void> {
    if (this.isPhone) await this.press(this.button('nav.openMenu'));
    await this.press(this.link(key));
  }

  /** Lets somebody else act, which may change and move what is on this page. */
  async meanwhile(act: () => Promise<void>): Promise<void> {
    await this.#check();
    await act();
    // The changes come by themselves.
    await this.page.waitForTimeout(changesArriveMs);
    this.#mayMove = true;
  }

  /** Waits for what the journey has led to. */
  async see(shown: Locator): Promise<void> {
    await this.#timed(() =>
      shown.filter({ visible: true }).first().waitFor({ timeout: longestWaitMs }),
    );
  }

  /** Checks the page as the last step has left it. */
  async end(): Promise<void> {
    if (!this.page.isClosed()) await this.#check();
  }
}
