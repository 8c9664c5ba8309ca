// What every page asks for as soon as it is painted, in one file: a browser that fetches many small ones keeps the
// page's own work waiting.
export { SessionSource } from './session-source.ts';
export { ToastRegion } from './toast-region.tsx';
