import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";

const DESCRIPTION = `Perpetual futures over REST. Private operations are signed: base64(HMAC-SHA256(secret,
timestamp + METHOD + path + ("?" + query) + body)), over the bytes as sent.`;

const header = (name: string, description: string) =>
  ({ type: "apiKey", in: "header", name, description }) as const;

/** `GET /openapi.json`, and a page to browse it at `/docs`; made from the operations themselves. */
export async function addDocumentation(server: FastifyInstance): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Outcry", version: "V2", description: DESCRIPTION },
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
