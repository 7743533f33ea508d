import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { documentedV2 } from "../sockets/v2/documented.ts";
import { documentedV3 } from "../sockets/v3/documented.ts";
import { asyncApi } from "./asyncapi.ts";
import { socketPage } from "./socketPage.ts";
import type { Sunset } from "./sunset.ts";

const DESCRIPTION = `Perpetual futures over REST. Private operations are signed: base64(HMAC-SHA256(secret,
timestamp + METHOD + path + ("?" + query) + body)), over the bytes as sent. WebSocket: /docs/sockets.`;

const header = (name: string, description: string) =>
  ({ type: "apiKey", in: "header", name, description }) as const;

/** `GET /openapi.json`, and a page to browse it at `/docs`; made from the operations themselves. */
export async function addDocumentation(server: FastifyInstance, sunset: Sunset | undefined): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Outcry", version: "V2, V3", description: DESCRIPTION + sunsetLabel(sunset) },
      components: {
        securitySchemes: {
          key: header("ACCESS-KEY", "API key"),
          sign: header("ACCESS-SIGN", "Signature"),
          timestamp: header("ACCESS-TIMESTAMP", "Unix milliseconds"),
          passphrase: header("ACCESS-PASSPHRASE", "Passphrase of the key"),
        },
      },
    },
  });
  await server.register(swaggerUi, { routePrefix: "/docs" });
  server.get("/openapi.json", { schema: { hide: true } as object }, () => server.swagger());
  addSocketDocumentation(server);
}

/** `GET /asyncapi.json`, and a page to browse it at `/docs/sockets`; made from the schemas of the messages. */
function addSocketDocumentation(server: FastifyInstance): void {
  const hidden = { schema: { hide: true } as object };
  const page = socketPage(documentedSockets);
  server.get("/asyncapi.json", hidden, ({ host }) => asyncApi(documentedSockets, host));
  server.get("/docs/sockets", hidden, (_request, reply) => {
    reply.hijack().raw.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  });
}

const documentedSockets = [documentedV2, documentedV3];

/** The version's label: V2 is sunset on a day, if that is announced. */
function sunsetLabel(sunset: Sunset | undefined): string {
  return sunset === undefined ? "" : ` V2 is sunset on ${new Date(sunset.date).toISOString().slice(0, 10)}.`;
}
