import * as z from 'zod/mini';
import { localValue } from '#platform/local-store.ts';

const schema = z.object({ carrier: z.string(), link: z.string() });

/** The carrier of the last parcels with its link, in which `{number}` stands for the number: saved in this browser. */
export const lastCarrier = localValue('carrier', (value) => schema.safeParse(value).data);
