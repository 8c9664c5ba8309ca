import { createHash } from 'node:crypto';
import type { CDPSession, Locator, Page } from '@playwright/test';
import { violationsOf } from '../../../e2e/support/accessibility.ts';
import { watchProblems } from '../../../e2e/support/fixtures.ts';
import { watchShifts } from '../../../e2e/support/layout-shifts.ts';

/** A shift within half a second of a press or key is expected, unless it moves a large part of the screen. */
const leastShiftAfterInput = 0.05;

export interface Problem {
  readonly text: string;
  /** It is listed, and no failure. */
  readonly isNote: boolean;
}

interface Watchers {
  readonly session: CDPSession;
  readonly shifts: Awaited<ReturnType<typeof watchShifts>>;
}

interface AXNode {
  readonly ignored: boolean;
  readonly name?: { readonly value?: unknown };
}

/** Why the focus is lost on a page; undefined if its element has an accessible name or is the heading of the page. */
async function focusProblem(page: Page, session: CDPSession): Promise<string | undefined> {
  const focused = await page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'body';
    return element.tagName === 'H1' ? 'h1' : element.outerHTML.slice(0, 160);
  });
  if (focused === 'body') return 'the focus is on the body';
  if (focused === 'h1') return undefined;
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'document.activeElement',
  });
  if (result.objectId === undefined) return 'the focus is on nothing';
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId,
    fetchRelatives: false,
  });
  const name = (nodes as AXNode[])[0]?.name?.value;
  return typeof name === 'string' && name.trim() !== ''
    ? undefined
    : `the focus is on an element without a name: ${focused}`;
}

/** How many screens a control is above or below the visible part of the page; 0 on it. */
export async function screensAway(page: Page, control: Locator): Promise<number> {
  const box = await control.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  if (box === null || height === 0) return 0;
  return Math.max(0, box.y - height, -box.y - box.height) / height;
}

/** What is wrong with a page after a step, without what was said of it before. */
export class PageChecks {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #consoleProblems: string[];
  readonly #shifts: Awaited<ReturnType<typeof watchShifts>>;
  /** The markup that axe has seen. */
  readonly #seen: Set<string>;
  /** When the shifts were that are known. */
  readonly #knownShifts = new Set<number>();

  private constructor(page: Page, origin: string, seen: Set<string>, parts: Watchers) {
    this.#page = page;
    this.#seen = seen;
    this.#consoleProblems = watchProblems(page, origin);
    this.#session = parts.session;
    this.#shifts = parts.shifts;
  }

  static async of(page: Page, origin: string, seen: Set<string>): Promise<PageChecks> {
    const shifts = await watchShifts(page, leastShiftAfterInput);
    const session = await page.context().newCDPSession(page);
    return new PageChecks(page, origin, seen, { shifts, session });
  }

  async #violations(): Promise<string[]> {
    const markup = createHash('sha256')
      .update(await this.#page.content())
      .digest('hex');
    if (this.#seen.has(markup)) return [];
    this.#seen.add(markup);
    const violations = await violationsOf(this.#page);
    // An open menu belongs to its button, not to a landmark.
    const isMenu = (html: string) => html.startsWith('<div data-radix-popper-co');
    return violations
      .filter(([rule, nodes]) => rule !== 'region' || !nodes.every(isMenu))
      .map(([rule, nodes]) => `axe ${rule}: ${nodes.join(' ').slice(0, 300)}`);
  }

  async #newShifts(): Promise<Problem[]> {
    const shifts = (await this.#shifts()).filter(({ at }) => !this.#knownShifts.has(at));
    for (const { at } of shifts) this.#knownShifts.add(at);
    return shifts.map(({ value, afterInput, what }) => ({
      text: `layout shift of ${value.toFixed(3)}${afterInput ? ' after input' : ''}: ${what.slice(0, 200)}`,
      isNote: afterInput,
    }));
  }

  /** Leaves out the layout shifts so far. */
  async forgetShifts(): Promise<void> {
    for (const { at } of await this.#shifts()) this.#knownShifts.add(at);
  }

  /** @param hasFocus whether the page has been acted on: a page just opened has the focus nowhere */
  async problems(hasFocus: boolean): Promise<readonly Problem[]> {
    const shifts = await this.#newShifts();
    const focus = hasFocus ? await focusProblem(this.#page, this.#session) : undefined;
    const violations = await this.#violations();
    const texts = [...this.#consoleProblems.splice(0), ...(focus ? [focus] : []), ...violations];
    return [...texts.map((text) => ({ text, isNote: false })), ...shifts];
  }
}
