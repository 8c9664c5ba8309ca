import type { ReactNode } from 'react';
import { Form } from '#ui/form.tsx';
import { cardClass } from '#ui/parts/card.tsx';
import { Changes, Itinerary, type OfferProps } from './flight-itinerary.tsx';
import { FlightBar, FlightStub, type FlightStubProps } from './flight-stub.tsx';

interface FlightFormProps extends OfferProps, Omit<FlightStubProps, 'children'> {
  readonly onSubmit: () => void;
  /** Why it was not sent. */
  readonly failure: ReactNode;
  /** The fields, in boxes. */
  readonly children: ReactNode;
}

/** The form of an offer: its flights and the fields, beside them what it costs and the button. */
export function FlightForm(props: FlightFormProps) {
  const { flightId, offer, isGone, onSubmit, submit, note, failure, children } = props;
  return (
    <Form onSubmit={onSubmit} className="grid gap-5">
      <Changes flightId={flightId} offer={offer} isGone={isGone} />
      <div className="grid items-start gap-5 roomy:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="grid min-w-0 gap-5">
          <div className={cardClass}>
            <Itinerary offer={offer} />
          </div>
          {children}
        </div>
        <FlightStub offer={offer} submit={submit} note={note}>
          {failure}
        </FlightStub>
      </div>
      <FlightBar offer={offer} submit={submit} />
    </Form>
  );
}
