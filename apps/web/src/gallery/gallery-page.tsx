import { FlightExhibit } from './flight-exhibit.tsx';
import { PrintExhibit } from './print-exhibit.tsx';
import { StatusExhibit } from './status-exhibit.tsx';
import '#styles/gallery.css';

/**
 * The parts in states that no screen has all at once, for development and screenshots alone. Its invented data and their titles
 * are no texts of the product, so they are in English only.
 */
export function Component() {
  return (
    <div className="wrap py-10">
      <h1 tabIndex={-1} className="mb-8 text-3xl">
        Gallery of parts
      </h1>
      <StatusExhibit />
      <FlightExhibit />
      <PrintExhibit />
    </div>
  );
}
