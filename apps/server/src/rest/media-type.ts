import { restErrors } from './errors.ts';

/** A request for PostgreSQL's execution plan instead of the rows. */
interface Explain {
  readonly format: 'json' | 'text';
  /** Options of EXPLAIN. */
  readonly options: readonly string[];
}

/** The response format of rows: a JSON array, CSV, or a single JSON object. */
export interface Media {
  readonly shape: 'array' | 'object' | 'csv';
  /** Omits keys whose value is null. */
  readonly stripNulls: boolean;
  readonly contentType: string;
  readonly explain?: Explain;
}

const json: Media = {
  shape: 'array',
  stripNulls: false,
  contentType: 'application/json; charset=utf-8',
};

const description: Media = {
  shape: 'object',
  stripNulls: false,
  contentType: 'application/openapi+json; charset=utf-8',
};

interface Asked {
  readonly type: string;
  readonly parameters: readonly string[];
  readonly weight: number;
}

function readAsked(text: string): Asked {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return { type, parameters, weight: weight === undefined ? 1 : Number(weight) || 0 };
}

const explainOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal'];

/** `application/vnd.pgrst.plan+json; for="application/json"; options=analyze|verbose` */
function toExplained({ type, parameters, weight }: Asked): Media | undefined {
  const valueOf = (name: string) =>
    parameters.find((parameter) => parameter.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  const explained = valueOf('for').replaceAll('"', '') || 'application/json';
  const media = toMedia({ type: explained, parameters: [], weight });
  if (media === undefined || media.explain !== undefined) return undefined;
  const format = type.endsWith('+json') ? 'json' : 'text';
  const options = explainOptions.filter((option) => valueOf('options').split('|').includes(option));
  const given = options.length > 0 ? `; options=${options.join('|')}` : '';
  const contentType = `application/vnd.pgrst.plan+${format}; for="${explained}"${given}; charset=utf-8`;
  return { ...media, contentType, explain: { format, options } };
}

function toMedia(asked: Asked): Media | undefined {
  const { type, parameters } = asked;
  const stripNulls = parameters.includes('nulls=stripped');
  const suffix = `${stripNulls ? '; nulls=stripped' : ''}; charset=utf-8`;
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return json;
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object':
      return {
        shape: 'object',
        stripNulls,
        contentType: `application/vnd.pgrst.object+json${suffix}`,
      };
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array':
      return stripNulls
        ? { shape: 'array', stripNulls, contentType: `application/vnd.pgrst.array+json${suffix}` }
        : json;
    case 'application/vnd.pgrst.plan':
    case 'application/vnd.pgrst.plan+json':
    case 'application/vnd.pgrst.plan+text':
      return toExplained(asked);
    case 'text/csv':
      return { shape: 'csv', stripNulls: false, contentType: 'text/csv; charset=utf-8' };
    default:
      return undefined;
  }
}

function toDescription({ type }: Asked): Media | undefined {
  const types = ['*/*', 'application/*', 'application/json', 'application/openapi+json'];
  return types.includes(type) ? description : undefined;
}

function choose(
  accept: string | undefined,
  usual: Media,
  offered: (asked: Asked) => Media | undefined,
): Media {
  if (accept === undefined || accept === '' || accept === '*/*') return usual;
  const asked = accept
    .split(',')
    .map(readAsked)
    .sort((one, other) => other.weight - one.weight);
  for (const candidate of asked) {
    const media = offered(candidate);
    if (media !== undefined && candidate.weight > 0) return media;
  }
  throw restErrors.noMediaType(asked.map(({ type }) => type));
}

/**
 * Negotiates the media type of rows by the Accept header.
 *
 * @throws {RestError} PGRST107 when none is acceptable
 */
export function chooseMedia(accept: string | undefined): Media {
  return choose(accept, json, toMedia);
}

/**
 * Negotiates the media type of the OpenAPI description, which has a single one.
 *
 * @throws {RestError} PGRST107 when it is not acceptable
 */
export function chooseDescriptionMedia(accept: string | undefined): Media {
  return choose(accept, description, toDescription);
}
