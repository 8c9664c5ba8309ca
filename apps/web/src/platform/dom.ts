/** React on the page. In a file with it, so that it can be fetched and run before the application. */
export { createRoot, hydrateRoot } from 'react-dom/client';
