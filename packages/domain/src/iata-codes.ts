const airportCode = /^[A-Z]{3}$/;
// Two letters, or a letter and a digit in either order.
const airlineCode = /^(?!\d\d)[A-Z\d]{2}$/;

/** Whether a text has the form of an airport's IATA code; the airports table knows which exist. */
export function isAirportCode(text: string): boolean {
  return airportCode.test(text);
}

/** Whether a text has the form of an airline's IATA code. */
export function isAirlineCode(text: string): boolean {
  return airlineCode.test(text);
}
