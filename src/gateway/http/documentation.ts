import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import type { Sunset } from "./sunset.ts";

const DESCRIPTION = `Perpetual futures over REST. Private operations are signed: base64(HMAC-SHA256(secret,
timestamp + METHOD + path + ("?" + query) + body)), over the bytes as sent.`;

const header = (name: string, description: string) =>
  ({ type: "apiKey", in: "header", name, description }) as const;

/** `GET /openapi.json`, and a page to browse it at `/docs`; made from the operations themselves. */
export async function addDocumentation(server: FastifyInstance, sunset: Sunset | undefined): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Outcry", version: "V2", description: DESCRIPTION + sunsetLabel(sunset) },
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
}

/** The version's label: V2 is sunset on a day, if that is announced. */
function sunsetLabel(sunset: Sunset | undefined): string {
  return sunset === undefined ? "" : ` V2 is sunset on ${new Date(sunset.date).toISOString().slice(0, 10)}.`;
}
