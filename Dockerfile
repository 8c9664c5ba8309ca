FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci && API_DOCS=on npm run build

FROM node:22-bookworm-slim
# Fewer arenas: the decoders of pictures leave less memory behind. The smaller the heap may be, the sooner V8 collects.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=2 NODE_OPTIONS=--max-old-space-size=768
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/domain/package.json packages/domain/
RUN npm ci --omit=dev --workspace @bkksiam/server --include-workspace-root && npm cache clean --force
COPY --from=build /app/apps/server/dist apps/server/dist
COPY --from=build /app/apps/server/src/db apps/server/src/db
COPY --from=build /app/apps/web/dist apps/web/dist
COPY supabase supabase
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/server/dist/main.js"]
