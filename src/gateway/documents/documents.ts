import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { dayText } from "../../host/clock.ts";
import { documentedGroups } from "../http/groups.ts";
import { pathOf } from "../http/path.ts";
import type { Sunset } from "../http/sunset.ts";
import type { Operation } from "../operation.ts";
import { documentedV2, documentedV3 } from "../sockets/documented.ts";
import { asyncApi } from "./asyncapi.ts";
import { finished } from "./openapi.ts";
import { pagePlugin } from "./restPage.ts";
import { socketPage } from "./socketPage.ts";

const DESCRIPTION = `Perpetual futures over REST; the WebSocket side is at [/docs/sockets](/docs/sockets).

Private operations are signed, over the bytes as sent:

    ACCESS-SIGN = base64(HMAC-SHA256(secret, timestamp + METHOD + path + ("?" + query) + body))

This page does not sign: "Try it out" is for what needs no key.`;

const MARK = '<circle cx="16" cy="16" r="11" fill="none" stroke="#2a6df4" stroke-width="7"/>';
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${MARK}</svg>`;
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 140 32">${MARK}
<text x="38" y="24" fill="#fff" font-family="sans-serif" font-size="24" font-weight="600">Outcry</text></svg>`;
/** Hides controls that would be useless: there is only one document to choose, and the page does not sign. */
const STYLE = `
.swagger-ui .topbar .download-url-wrapper { visibility: hidden; }
.swagger-ui .scheme-container .auth-wrapper, .swagger-ui .authorization__btn { display: none; }
`;

const header = (name: string, description: string) =>
  ({ type: "apiKey", in: "header", name, description }) as const;

const OPENAPI = "/openapi.json";
/** What a document weighs: sending it takes as long as some ten small answers. */
const DOCUMENT_WEIGHT = 10;
/** Stands in a document where the host is to stand under which somebody asks for it. */
const HOST = "host.invalid";

/** `GET /openapi.json`, and a page to browse it at `/docs`; made from the operations themselves. */
export async function addDocumentation(
  server: FastifyInstance,
  operations: readonly Operation[],
  sunset: Sunset | undefined,
): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Outcry", version: "V2, V3", description: DESCRIPTION + sunsetLabel(sunset) },
      tags: documentedGroups,
      components: {
        securitySchemes: {
          key: header("ACCESS-KEY", "API key"),
          sign: header("ACCESS-SIGN", "Signature"),
          timestamp: header("ACCESS-TIMESTAMP", "Unix milliseconds"),
          passphrase: header("ACCESS-PASSPHRASE", "Passphrase of the key"),
          admin: {
            type: "http",
            scheme: "bearer",
            description: "The token of an operator; the first is the admin token",
          },
        },
      },
    },
  });
  await server.register(swaggerUi, {
    routePrefix: "/docs",
    uiHooks: { onRequest: redirectDocument },
    uiConfig: { docExpansion: "none", filter: true, plugins: [pagePlugin] },
    logo: { type: "image/svg+xml", content: LOGO },
    theme: {
      title: "Outcry: REST",
      css: [{ filename: "outcry.css", content: STYLE }],
      favicon: [{ filename: "icon.svg", rel: "icon", type: "image/svg+xml", sizes: "any", content: ICON }],
    },
  });
  addDocument(server, OPENAPI, (host) =>
    finished(server.swagger(), operations, `http://${host}`, sunset !== undefined),
  );
  addSocketDocumentation(server);
}

/** The page asks for the document beside itself; of that library's own, which are made anew each time, there is none. */
function redirectDocument(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (/^\/docs\/(?:json|yaml)$/.test(pathOf(request.raw))) reply.redirect(OPENAPI);
  else done();
}

/**
 * Serves a document that has hundreds of kilobytes. Its text is made once, when it is first asked for, and all who are being sent it share its bytes.
 *
 * @param make the document as it is under a host
 */
function addDocument(server: FastifyInstance, url: string, make: (host: string) => object): void {
  let pieces: readonly Buffer[] | undefined;
  const schema = { hide: true } as object;
  server.get(url, { schema, config: { weight: DOCUMENT_WEIGHT } }, (request, reply) => {
    pieces ??= JSON.stringify(make(HOST))
      .split(HOST)
      .map((text) => Buffer.from(text));
    const host = Buffer.from(JSON.stringify(request.host).slice(1, -1));
    const parts = pieces.flatMap((piece, i) => (i === 0 ? [piece] : [host, piece]));
    const raw = reply.hijack().raw;
    raw.writeHead(200, {
      "content-type": "application/json; charset=utf-8",
      "content-length": parts.reduce((bytes, part) => bytes + part.length, 0),
    });
    for (const part of parts) raw.write(part);
    raw.end();
  });
}

/** `GET /asyncapi.json`, and a page to browse it at `/docs/sockets`; made from the schemas of the messages. */
function addSocketDocumentation(server: FastifyInstance): void {
  const hidden = { schema: { hide: true } as object };
  const page = socketPage(documentedSockets, ICON);
  addDocument(server, "/asyncapi.json", (host) => asyncApi(documentedSockets, host));
  server.get("/docs/sockets", hidden, (_request, reply) => {
    reply.hijack().raw.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  });
}

const documentedSockets = [documentedV2, documentedV3];

/** The version's label: V2 is sunset on a day, if that is announced. */
function sunsetLabel(sunset: Sunset | undefined): string {
  return sunset === undefined ? "" : `\n\nV2 is sunset on ${dayText(sunset.date)}.`;
}
