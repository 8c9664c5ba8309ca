// What the frame of every public page asks for as soon as the page is taken over, in one file like `after-paint`.
export { CartButton } from '#features/store/cart-button.tsx';
export { writeHead } from './document-head.ts';
export { Footer } from './footer.tsx';
export { returnWhenLonger } from './late-place.ts';
export { MobileMenu } from './mobile-menu.tsx';
