import { useState } from 'react';

const zooms = [0.5, 0.75, 1, 1.5, 2, 3, 4];
const whole = zooms.indexOf(1);

/** How pictures are looked at: all of them at once. */
export function usePictureView() {
  const [step, setStep] = useState(whole);
  const [quarters, setQuarters] = useState(0);
  const zoomBy = (by: 1 | -1) =>
    setStep((last) => Math.min(zooms.length - 1, Math.max(0, last + by)));
  return {
    zoom: zooms[step] ?? 1,
    /** Quarters of a turn to the right. */
    quarters,
    isNearest: step === zooms.length - 1,
    isFarthest: step === 0,
    zoomIn: () => zoomBy(1),
    zoomOut: () => zoomBy(-1),
    turn: () => setQuarters((last) => (last + 1) % 4),
  };
}

export type PictureView = ReturnType<typeof usePictureView>;
