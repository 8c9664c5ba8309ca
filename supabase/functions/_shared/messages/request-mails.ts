import { Undeliverable } from './delivery-errors.ts';
import { idOf, readRequest, type OfferData, type RequestData } from './mail-data.ts';
import { cityRoute, requestFacts } from './mail-facts.ts';
import { mailsOf, requireStatus, type WriteParts, type Writing } from './mail-writer.ts';
import type { MessageFact } from './message-layout.ts';

interface RequestWriting extends Writing {
  readonly request: RequestData;
}

function offerOf({ offer }: RequestData): OfferData {
  if (offer === null) throw new Undeliverable('gone');
  return offer;
}

/** The offer that waits for an answer; a mail that asks for one would mislead later. */
function openOffer(request: RequestData): OfferData {
  const offer = offerOf(request);
  if (offer.state !== 'open') throw new Undeliverable('outdated');
  return offer;
}

function offerFacts({
  request,
  texts,
  amount,
  deadline,
  facts,
}: RequestWriting): readonly MessageFact[] {
  const { labels } = texts;
  const offer = offerOf(request);
  const { adults, children, infants, deposit_satang: deposit } = offer;
  const isAll = deposit === offer.total_satang;
  return [
    ...facts.filter(([label]) => label !== labels.passengers && label !== labels.budget),
    [labels.passengers, texts.passengers(adults, children, infants)],
    [labels.total, amount(offer.total_satang)],
    [labels.deposit, ...(isAll ? [] : [amount(deposit)])],
    [
      isAll ? labels.paymentDue : labels.depositDue,
      ...(deposit === 0 ? [] : [deadline(offer.deposit_due_at)]),
    ],
    [labels.validUntil, deadline(offer.valid_until)],
  ];
}

const forMembers: Readonly<Record<string, WriteParts<RequestWriting>>> = {
  'request.received': (writing) => {
    requireStatus(writing.request, 'PENDING', 'QUOTED');
    const { request, texts, facts } = writing;
    return { ...texts.request.received(request.number), facts };
  },
  'request.offer_sent': (writing) => {
    const { request, texts, amount, deadline } = writing;
    const offer = openOffer(request);
    return {
      ...texts.request.offerSent(
        request.number,
        amount(offer.total_satang),
        deadline(offer.valid_until),
      ),
      facts: offerFacts(writing),
      quote: [texts.labels.seatsReason, offer.seats_reason],
    };
  },
  'request.offer_reminder': (writing) => {
    const { request, texts, amount, deadline } = writing;
    const offer = openOffer(request);
    return {
      ...texts.request.offerReminder(
        request.number,
        amount(offer.total_satang),
        deadline(offer.valid_until),
      ),
      facts: offerFacts(writing),
    };
  },
  'request.offer_expired': (writing) => {
    requireStatus(writing.request, 'EXPIRED');
    const { request, texts, facts } = writing;
    return { ...texts.request.offerExpired(request.number), facts };
  },
  'request.cancelled': ({ request, texts, facts }) => ({
    ...texts.request.cancelled(request.number),
    facts,
    quote: [texts.labels.reason, request.cancel_reason],
  }),
};

const forAdmins: Readonly<Record<string, WriteParts<RequestWriting>>> = {
  'admin.request_received': (writing) => {
    requireStatus(writing.request, 'PENDING');
    const { context, request, texts, facts } = writing;
    const { adults, children, infants, legs, cities } = request;
    const [first] = legs;
    const route = first === undefined ? '' : cityRoute(first, cities, context.language);
    return {
      ...texts.admin.requestReceived(
        request.number,
        route,
        texts.seats(adults + children + infants),
      ),
      facts,
      quote: [texts.labels.notes, request.notes],
    };
  },
  'admin.change_asked': (writing) => {
    requireStatus(writing.request, 'PENDING');
    const { request, texts, facts } = writing;
    return {
      ...texts.admin.changeAsked(request.number),
      facts,
      quote: [texts.labels.change, offerOf(request).answer],
    };
  },
  'admin.offer_reminder': (writing) => {
    const { request, texts, deadline } = writing;
    return {
      ...texts.admin.offerReminder(request.number, deadline(openOffer(request).valid_until)),
      facts: offerFacts(writing),
    };
  },
};

/** The mails of group requests by their event. */
export const requestMails = mailsOf<RequestData, RequestWriting>({
  read: readRequest,
  facts: requestFacts,
  writing: (common, request) => ({ ...common, request }),
  memberPath: ({ context }) => `/dashboard/requests/${idOf(context, 'quote_id')}`,
  adminPath: ({ context }) => `/admin/requests?request=${idOf(context, 'quote_id')}`,
  forMembers,
  forAdmins,
});
