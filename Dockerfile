# The venue in a container: built from the sources beside this file with the dependencies of the lockfile, run by an
# ordinary user, data in /data, backups in /backups. docs/operations.md says how to run it and what of this was tested.

FROM node:26-slim AS build
WORKDIR /source
COPY . .
RUN npm run build && npm ci --omit=dev --omit=optional --ignore-scripts && rm node_modules/outcry-runtime

FROM node:26-slim
COPY --from=build /source/package.json /source/LICENSE /source/THIRD-PARTY-NOTICES /opt/outcry/
COPY --from=build /source/node_modules /opt/outcry/node_modules
COPY --from=build /source/dist/program /opt/outcry/dist/program
COPY --from=build /source/dist/terminal /opt/outcry/dist/terminal
RUN chmod +x /opt/outcry/dist/program/main.js && ln -s /opt/outcry/dist/program/main.js /usr/local/bin/outcry \
 && useradd --uid 10001 --create-home --shell /usr/sbin/nologin outcry \
 && install --directory --owner outcry --mode 0700 /data /backups
USER outcry
VOLUME /data
EXPOSE 8787
# Room for what dies young: docs/operations.md, Memory.
ENV NODE_OPTIONS=--max-semi-space-size=128
# 200 once orders are accepted, 503 when the venue has halted.
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:8787/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The process itself takes SIGTERM: a clean stop, with a snapshot at the head.
STOPSIGNAL SIGTERM
ENTRYPOINT ["outcry"]
# Beyond loopback generated credentials are refused: the three strings of both demo accounts come from the environment.
CMD ["serve", "--host", "0.0.0.0", "--port", "8787", "--data", "/data", "--host-name", "outcry", "--log", "json"]
