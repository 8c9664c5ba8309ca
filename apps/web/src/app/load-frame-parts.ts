/** The code that the frame of every public page goes on with, once the page is taken over. */
export const loadFrameParts = () => import('./frame-parts.ts');
