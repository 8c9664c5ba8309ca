import { useTranslation } from 'react-i18next';
import { FlightExhibit } from './flight-exhibit.tsx';
import { PriceExhibit } from './price-exhibit.tsx';
import { ProgressExhibit } from './progress-exhibit.tsx';
import { QueueExhibit } from './queue-exhibit.tsx';
import { PrintExhibit, StateExhibit } from './state-exhibit.tsx';
import { StatusExhibit } from './status-exhibit.tsx';
import '#styles/gallery.css';

/** Every part of the coming screens in its states, with invented data; for development and screenshots alone. */
export function Component() {
  const { t } = useTranslation('parts');
  return (
    <div className="wrap py-10">
      <h1 tabIndex={-1} className="mb-8 text-3xl">
        {t('title')}
      </h1>
      <StatusExhibit />
      <ProgressExhibit />
      <PriceExhibit />
      <FlightExhibit />
      <QueueExhibit />
      <StateExhibit />
      <PrintExhibit />
    </div>
  );
}
