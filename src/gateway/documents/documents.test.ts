import Fastify from "fastify";
import { expect, test } from "vitest";
import type { Operation } from "../operation.ts";
import { addDocumentation } from "./documents.ts";

test("a document is made once, and names the host under which it is asked for", async () => {
  let made = 0;
  const operations = [
    {
      path: "/none",
      get method() {
        made++;
        return "GET";
      },
    },
  ] as unknown as readonly Operation[];
  const server = Fastify();
  await addDocumentation(server, operations, undefined);
  const ask = async (url: string, host: string) => {
    const { statusCode, headers, rawPayload } = await server.inject({ url, headers: { host } });
    expect([statusCode, headers["content-length"]]).toEqual([200, String(rawPayload.length)]);
    return JSON.parse(rawPayload.toString("utf8"));
  };
  for (const host of ["127.0.0.1:8787", "venue.example", 'a"b']) {
    expect((await ask("/openapi.json", host)).servers).toEqual([{ url: `http://${host}` }]);
    const { servers } = await ask("/asyncapi.json", host);
    for (const server of Object.values<{ readonly host: string }>(servers)) expect(server.host).toBe(host);
  }
  for (const path of ["/docs/json", "/docs/json?x", "/docs/yaml"])
    expect((await server.inject(path)).headers.location).toBe("/openapi.json");
  expect((await server.inject("/docs/")).body).toContain("swagger-initializer.js");
  expect(made).toBe(1);
});
