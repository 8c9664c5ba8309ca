import { idIn, isDay, type RequestBody } from '../http/function-request.ts';
import { RequestError } from '../http/responses.ts';
import type { StoredOffer } from './flight-database.ts';
import { passengerTypes, type PassengerType } from './flight-offer.ts';
import type { OrderPassenger } from './flight-supplier.ts';

/** What a member asks to hold. */
export interface HoldRequest {
  readonly offerId: string;
  readonly requestKey: string;
  readonly expectedTotalSatang: number;
  readonly passengers: readonly OrderPassenger[];
  readonly email: string;
  readonly phone: string;
  readonly notes: string;
}

const invalid = (message: string, details: object = {}) =>
  new RequestError(400, 'bad_request', message, details);

const titles = ['mr', 'ms', 'mrs', 'miss', 'dr'];
// What airlines take: ASCII, Latin-1 and Latin Extended-A without ligatures, thorn and eth.
const airlineName = /^(?!.*[ÆæĲĳŒœÞþð])[A-Za-zÀ-ÖØ-öø-ſ' -]{0,20}$/;

const textIn = (fields: Readonly<Record<string, unknown>>, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value.normalize('NFC').trim() : '';
};

function readPassenger(given: unknown, passenger: number): OrderPassenger {
  const fields = typeof given === 'object' && given !== null ? { ...given } : {};
  const type = passengerTypes.find((one) => one === textIn(fields, 'type'));
  const title = textIn(fields, 'title');
  const gender = textIn(fields, 'gender');
  const birthDate = textIn(fields, 'birth_date');
  const [firstName, lastName] = [textIn(fields, 'first_name'), textIn(fields, 'last_name')];
  const problem = [
    [type !== undefined, 'a type'],
    [titles.includes(title), 'a title'],
    [gender === 'm' || gender === 'f', 'a gender'],
    // A passport may have one name.
    [firstName + lastName !== '', 'a name'],
    [airlineName.test(firstName), 'a first name of at most 20 Latin letters'],
    [airlineName.test(lastName), 'a last name of at most 20 Latin letters'],
    [isDay(birthDate), 'a date of birth'],
  ].find(([isRight]) => isRight !== true);
  if (problem !== undefined || type === undefined)
    throw invalid(`Passenger ${passenger} needs ${String(problem?.[1])}.`, { passenger });
  return { type, title, gender, firstName, lastName, birthDate };
}

/** @throws {RequestError} for a body that is no hold */
export function readHold(body: RequestBody): HoldRequest {
  const { passengers, expected_total_satang: expected } = body;
  if (!Array.isArray(passengers) || passengers.length < 1 || passengers.length > 9)
    throw invalid('A booking has 1 to 9 passengers.');
  if (typeof expected !== 'number' || !Number.isSafeInteger(expected))
    throw invalid('expected_total_satang must be the total that was shown.');
  const [email, phone, notes] = ['email', 'phone', 'notes'].map((name) => textIn(body, name));
  if (!/^[^@\s]{1,64}@[^@\s]{1,190}$/.test(email ?? ''))
    throw invalid('A booking needs an e-mail address.');
  if (!/^\+[1-9]\d{6,14}$/.test(phone ?? ''))
    throw invalid('A booking needs a phone number with its country, such as +66812345678.');
  if ((notes ?? '').length > 2000) throw invalid('The notes have at most 2,000 characters.');
  return {
    offerId: idIn(body, 'offer_id', 'flight'),
    requestKey: idIn(body, 'request_key', 'request'),
    expectedTotalSatang: expected,
    passengers: passengers.map((one, index) => readPassenger(one, index + 1)),
    email: email ?? '',
    phone: phone ?? '',
    notes: notes ?? '',
  };
}

/** Age in whole years on a day. */
function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

const typeAt = (age: number): PassengerType => {
  if (age < 2) return 'infant';
  return age < 12 ? 'child' : 'adult';
};

/** Requires the passengers of the search; the offer is for children of the ages that were searched. */
export function requireSearchedPassengers(hold: HoldRequest, stored: StoredOffer): void {
  const lastDay = stored.offer.slices.at(-1)?.segments[0].departure.local.slice(0, 10) ?? '';
  for (const [index, { type, birthDate }] of hold.passengers.entries()) {
    const age = ageOn(birthDate, lastDay);
    if (age < 0 || typeAt(age) !== type) {
      const passenger = index + 1;
      throw invalid(`Passenger ${passenger} is no ${type} on the day of the last flight.`, {
        passenger,
      });
    }
  }
  for (const type of passengerTypes) {
    if (hold.passengers.filter((one) => one.type === type).length !== stored.offer.passengers[type])
      throw invalid('The passengers differ from those of the search.');
  }
  const children = hold.passengers.filter(({ type }) => type === 'child');
  const ages = children.map(({ birthDate }) => ageOn(birthDate, lastDay)).sort((a, b) => a - b);
  const searched = stored.source_passengers
    .filter(({ type }) => type === 'child')
    .map(({ age }) => age);
  if (ages.join() === searched.sort((one, other) => (one ?? 0) - (other ?? 0)).join()) return;
  const message = 'The price was for children of other ages. Search again.';
  throw new RequestError(409, 'ages_differ', message, { child_ages: ages });
}
