import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { dayText } from "../../host/clock.ts";
import type { Operation } from "../operation.ts";
import { documentedV2, documentedV3 } from "../sockets/documented.ts";
import { asyncApi } from "./asyncapi.ts";
import { documentedGroups } from "./groups.ts";
import { finished } from "./openapi/finish.ts";
import { pagePlugin } from "./restPage.ts";
import { socketPage } from "./socketPage.ts";
import type { Sunset } from "./sunset.ts";

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
    transformSpecification: (document, { protocol, host }) =>
      finished(document, operations, `${protocol}://${host}`),
    uiConfig: { docExpansion: "none", filter: true, plugins: [pagePlugin] },
    logo: { type: "image/svg+xml", content: LOGO },
    theme: {
      title: "Outcry: REST",
      css: [{ filename: "outcry.css", content: STYLE }],
      favicon: [{ filename: "icon.svg", rel: "icon", type: "image/svg+xml", sizes: "any", content: ICON }],
    },
  });
  server.get("/openapi.json", { schema: { hide: true } as object }, ({ protocol, host }) =>
    finished(server.swagger(), operations, `${protocol}://${host}`),
  );
  addSocketDocumentation(server);
}

/** `GET /asyncapi.json`, and a page to browse it at `/docs/sockets`; made from the schemas of the messages. */
function addSocketDocumentation(server: FastifyInstance): void {
  const hidden = { schema: { hide: true } as object };
  const page = socketPage(documentedSockets, ICON);
  server.get("/asyncapi.json", hidden, ({ host }) => asyncApi(documentedSockets, host));
  server.get("/docs/sockets", hidden, (_request, reply) => {
    reply.hijack().raw.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  });
}

const documentedSockets = [documentedV2, documentedV3];

/** The version's label: V2 is sunset on a day, if that is announced. */
function sunsetLabel(sunset: Sunset | undefined): string {
  return sunset === undefined ? "" : `\n\nV2 is sunset on ${dayText(sunset.date)}.`;
}
