import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { Pages } from "./pages.ts";

/** A server of the pages that a venue has which was built without any. */
async function served(): Promise<string> {
  const pages = new Pages(undefined);
  const routes = [pages.terminal, ...pages.docs];
  const server = createServer((request, reply) => {
    void routes.find(({ path }) => path === request.url)!.serve(request, reply, Buffer.alloc(0));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("without pages /docs says where the interface is described; the trader's page how it is built", async () => {
  const url = await served();
  for (const path of ["/docs", "/docs/"]) {
    const answer = await fetch(url + path);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const links = [...(await answer.text()).matchAll(/href="([^"]+)"/g)].map(([, link]) => link);
    expect(links).toEqual(["/openapi.json", "/asyncapi.json", "/docs/sockets"]);
  }
  const page = await fetch(`${url}/`);
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining("npm run build")]);
});
