import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { dialectNames } from "../../../interface/wire/index.ts";
import { v2Version } from "../apiVersion.ts";
import { Dialects } from "../dialects.ts";
import { RouteTable } from "../http/routes.ts";
import type { Operation } from "../operation.ts";
import { documentRoutes } from "./documents.ts";

test("a document is made once, and names the host under which it is asked for", async () => {
  let made = 0;
  const operations = [
    {
      path: "/none",
      api: v2Version,
      get hidden() {
        made++;
        return true;
      },
    },
  ] as unknown as readonly Operation[];
  const routes = new RouteTable(documentRoutes(new Dialects(dialectNames, []), operations, [], undefined));
  const server = createServer(
    (request, reply) => void routes.find("GET", request.url!)!.serve(request, reply, new Uint8Array(0)),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string, host: string) => {
    const asked = get({ host: "127.0.0.1", port, path, headers: { host } });
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    const body = await text(answer);
    expect([answer.statusCode, Number(answer.headers["content-length"])]).toEqual([
      200,
      Buffer.byteLength(body),
    ]);
    return JSON.parse(body);
  };
  for (const host of ["127.0.0.1:8787", "venue.example", 'a"b']) {
    expect((await ask("/openapi.json", host)).servers).toEqual([{ url: `http://${host}` }]);
    const { servers } = await ask("/asyncapi.json", host);
    for (const server of Object.values<{ readonly host: string }>(servers)) expect(server.host).toBe(host);
  }
  expect(made).toBe(1);
  server.close();
});
