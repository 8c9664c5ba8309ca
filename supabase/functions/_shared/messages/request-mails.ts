import { Undeliverable } from './delivery-errors.ts';
import { idOf, readRequest, type OfferData, type RequestData } from './mail-data.ts';
import { cityRoute, requestFacts } from './mail-facts.ts';
import { amountText, deadlineText } from './message-formats.ts';
import { renderMessage, type MessageFact, type MessageParts } from './message-layout.ts';
import type { MessageContext, RenderMessage } from './message-mails.ts';
import type { MessageTexts } from './message-texts-en.ts';
import { messageTexts } from './message-texts.ts';

/** What a mail of a request is written from. */
interface Writing {
  readonly context: MessageContext;
  readonly request: RequestData;
  readonly texts: MessageTexts;
  readonly amount: (satang: number) => string;
  readonly deadline: (seconds: number) => string;
  readonly facts: readonly MessageFact[];
}

type WriteParts = (writing: Writing) => Omit<MessageParts, 'path'>;

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

/** A mail about a status that the request no longer has would mislead. */
function requireStatus({ request }: Writing, ...statuses: readonly string[]): void {
  if (!statuses.includes(request.status)) throw new Undeliverable('outdated');
}

function offerFacts({ request, texts, amount, deadline, facts }: Writing): readonly MessageFact[] {
  const { labels } = texts;
  const offer = offerOf(request);
  const { adults, children, infants, deposit_satang: deposit } = offer;
  return [
    ...facts.filter(([label]) => label !== labels.passengers && label !== labels.budget),
    [labels.passengers, texts.passengers(adults, children, infants)],
    [labels.total, amount(offer.total_satang)],
    [labels.deposit, amount(deposit)],
    [labels.depositDue, ...(deposit === 0 ? [] : [deadline(offer.deposit_due_at)])],
    [labels.validUntil, deadline(offer.valid_until)],
  ];
}

const forMembers: Readonly<Record<string, WriteParts>> = {
  'request.received': (writing) => {
    requireStatus(writing, 'PENDING', 'QUOTED');
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
  'request.offer_lapsed': (writing) => {
    requireStatus(writing, 'EXPIRED');
    const { request, texts, facts } = writing;
    return { ...texts.request.offerLapsed(request.number), facts };
  },
  'request.cancelled': ({ request, texts, facts }) => ({
    ...texts.request.cancelled(request.number),
    facts,
    quote: [texts.labels.reason, request.cancel_reason],
  }),
};

const forAdmins: Readonly<Record<string, WriteParts>> = {
  'admin.request_received': (writing) => {
    requireStatus(writing, 'PENDING');
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
    requireStatus(writing, 'PENDING');
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

async function writingOf(context: MessageContext, isForAdmin: boolean): Promise<Writing> {
  const { language } = context;
  const request = await readRequest(context);
  const texts = messageTexts(language);
  const facts = requestFacts(request, texts, language);
  return {
    context,
    request,
    texts,
    amount: (satang) => amountText(satang, language),
    deadline: (seconds) => deadlineText(seconds, language),
    facts: isForAdmin ? [[texts.labels.member, request.member_name ?? ''], ...facts] : facts,
  };
}

function toMember(write: WriteParts): RenderMessage {
  return async (context) => {
    const parts = write(await writingOf(context, false));
    const path = `/dashboard/requests/${idOf(context, 'quote_id')}`;
    return renderMessage({ ...parts, path }, context);
  };
}

function toAdmin(write: WriteParts): RenderMessage {
  return async (context) => {
    const parts = write(await writingOf(context, true));
    const path = `/admin/requests?request=${idOf(context, 'quote_id')}`;
    return renderMessage({ ...parts, path }, context);
  };
}

/** The mails of group requests by their event. */
export const requestMails: readonly (readonly [event: string, render: RenderMessage])[] = [
  ...Object.entries(forMembers).map(([event, write]) => [event, toMember(write)] as const),
  ...Object.entries(forAdmins).map(([event, write]) => [event, toAdmin(write)] as const),
];
