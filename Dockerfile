# The venue in a container: built from the sources beside this file, run by an ordinary user, data in /data.
# docs/operations.md says how to run it and what of this was tested.

FROM node:26-slim AS build
WORKDIR /source
COPY . .
RUN npm ci && npm pack --pack-destination /package

FROM node:26-slim
COPY --from=build /package/*.tgz /tmp/outcry.tgz
RUN npm install --global --omit=dev /tmp/outcry.tgz && rm /tmp/outcry.tgz && npm cache clean --force \
 && useradd --system --uid 10001 --create-home outcry \
 && install --directory --owner outcry --mode 0700 /data
USER outcry
VOLUME /data
EXPOSE 8787
# 200 once orders are accepted, 503 when the venue has halted.
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:8787/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The process itself takes SIGTERM: a clean stop, with a snapshot at the head.
STOPSIGNAL SIGTERM
ENTRYPOINT ["outcry"]
# Beyond loopback generated credentials are refused: the three strings of both demo accounts come from the environment.
CMD ["serve", "--host", "0.0.0.0", "--port", "8787", "--data", "/data", "--host-name", "outcry", "--log", "json"]
