import type { Cities, FlightData, RequestData } from './mail-data.ts';
import { amountText, localTimeText } from './message-formats.ts';
import type { MessageFact } from './message-layout.ts';
import type { MessageContext } from './message-mails.ts';
import type { MessageTexts } from './message-texts-en.ts';

type Language = MessageContext['language'];

/** The city of an airport; its code when it is unknown. */
function cityText(code: string, cities: Cities, language: Language): string {
  return cities[code]?.[language] ?? code;
}

/** `Bangkok (BKK)` */
export function airportText(code: string, cities: Cities, language: Language): string {
  const city = cityText(code, cities, language);
  return city === code ? code : `${city} (${code})`;
}

interface Route {
  readonly origin: string;
  readonly destination: string;
}

/** `Bangkok – Tokyo` */
export function cityRoute({ origin, destination }: Route, cities: Cities, language: Language) {
  return `${cityText(origin, cities, language)} – ${cityText(destination, cities, language)}`;
}

/** `Bangkok (BKK) – Tokyo (HND)` */
export function airportRoute({ origin, destination }: Route, cities: Cities, language: Language) {
  return `${airportText(origin, cities, language)} – ${airportText(destination, cities, language)}`;
}

/** The lines of a flight: `TG 682 Bangkok (BKK) – Tokyo (HND)`, and its local times, on one line within a day. */
export function flightLines(flight: FlightData, cities: Cities, language: Language) {
  const { number, departs_local: departs, arrives_local: arrives } = flight;
  const [day = '', time] = arrives.split('T');
  const isSameDay = time !== undefined && departs.startsWith(`${day}T`);
  return [
    `${number} ${airportRoute(flight, cities, language)}`,
    ...(isSameDay
      ? [localTimeText(`${departs}–${time}`, language)]
      : [localTimeText(departs, language), `– ${localTimeText(arrives, language)}`]),
  ];
}

/** What the request asks for. */
export function requestFacts(
  request: RequestData,
  texts: MessageTexts,
  language: Language,
): readonly MessageFact[] {
  const { labels } = texts;
  const { adults, children, infants, cities, flexible_days: days, budget_satang: budget } = request;
  return [
    [labels.request, request.number],
    [
      labels.trip,
      ...request.legs.flatMap((leg) => [
        airportRoute(leg, cities, language),
        localTimeText(leg.day, language),
      ]),
    ],
    [labels.passengers, texts.passengers(adults, children, infants)],
    [labels.cabin, texts.cabins[request.cabin]],
    [labels.flexibleDays, ...(days === 0 ? [] : [texts.flexibleDays(days)])],
    [labels.budget, ...(budget === null ? [] : [amountText(budget, language)])],
  ];
}
