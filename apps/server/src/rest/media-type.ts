import { restErrors } from './errors.ts';

/** How the caller wants the rows: all of them in an array, or exactly one as an object. */
export interface Media {
  readonly shape: 'array' | 'object';
  /** Leaves out keys whose value is null. */
  readonly stripNulls: boolean;
  readonly contentType: string;
}

const json: Media = {
  shape: 'array',
  stripNulls: false,
  contentType: 'application/json; charset=utf-8',
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

function toMedia({ type, parameters }: Asked): Media | undefined {
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
    default:
      return undefined;
  }
}

/**
 * Chooses what the Accept header likes best of what there is.
 *
 * @throws {RestError} PGRST107 when nothing fits
 */
export function chooseMedia(accept: string | undefined): Media {
  if (accept === undefined || accept === '' || accept === '*/*') return json;
  const asked = accept
    .split(',')
    .map(readAsked)
    .sort((one, other) => other.weight - one.weight);
  for (const candidate of asked) {
    const media = toMedia(candidate);
    if (media !== undefined && candidate.weight > 0) return media;
  }
  throw restErrors.noMediaType(asked.map(({ type }) => type));
}
