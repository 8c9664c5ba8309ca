import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Replaces the pattern in metrics when many routes count as one, such as a route per file. */
    readonly routeLabel?: string;
  }
}

/** The label of paths that nothing serves. */
export const unknownRoute = 'unknown';

/** The `route` of a request in metrics and traces, with few possible values: its pattern, `page` for pages of the site, `unknown` for any other path. */
export function routeLabel(request: FastifyRequest, reply: FastifyReply): string {
  const { config, url } = request.routeOptions;
  if (config.routeLabel !== undefined) return config.routeLabel;
  // The site's pages are served where no route matches.
  return url ?? (reply.statusCode === 404 ? unknownRoute : 'page');
}
