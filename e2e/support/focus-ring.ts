import type { Page } from '@playwright/test';

/**
 * The visible controls whose focus ring has less than 3:1 contrast to the ground it is drawn on (WCAG 2.2, 1.4.11): the
 * nearest opaque background around the ring. Rings over gradients and pictures are left out.
 */
export function weakFocusRings(page: Page): Promise<string[]> {
  return page
    .locator('a[href]:visible, button:visible, input:visible, select:visible, textarea:visible')
    .evaluateAll((controls) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      const rgba = (color: string): number[] => {
        if (canvas === null) return [];
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
      };
      const luminance = (color: readonly number[]): number => {
        const [red = 0, green = 0, blue = 0] = color.map((value) =>
          value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const ringOwner = (control: Element): Element | null =>
        [control, control.parentElement, control.parentElement?.parentElement].find(
          (element) => element && parseFloat(getComputedStyle(element).outlineWidth) >= 2,
        ) ?? null;
      const weak: string[] = [];
      for (const control of controls as HTMLElement[]) {
        control.focus({ focusVisible: true, preventScroll: true });
        const owner = ringOwner(control);
        const what = control.outerHTML.slice(0, 120);
        if (document.activeElement !== control) continue;
        if (owner === null) {
          weak.push(`no ring: ${what}`);
          continue;
        }
        let ground = owner.parentElement;
        const style = () => (ground === null ? undefined : getComputedStyle(ground));
        while (
          ground &&
          style()?.backgroundImage === 'none' &&
          rgba(style()?.backgroundColor ?? '')[3] !== 255
        ) {
          ground = ground.parentElement;
        }
        if (ground === null || style()?.backgroundImage !== 'none') continue;
        // Colours of its own without a ground of its own: a picture is behind it.
        const focusOf = (element: Element) => getComputedStyle(element).getPropertyValue('--focus');
        if (ground === document.body && focusOf(control) !== focusOf(ground)) continue;
        const ring = rgba(getComputedStyle(owner).outlineColor);
        const [one, other] = [luminance(ring), luminance(rgba(style()?.backgroundColor ?? ''))];
        const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        if (ring[3] !== 255 || ratio < 3) weak.push(`${ratio.toFixed(2)}: ${what}`);
      }
      return weak;
    });
}
