import { expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { MINUTE_MS } from "../../src/kernel/host/clock.ts";
import { STREAM_LIFE_MS } from "../../src/service/gateway/auth/streamLives.ts";
import { Pushes } from "../venue/pushes.ts";
import { type Nodes, pair } from "./nodes.ts";

/** A listen key is one for all nodes: whichever gives it, prolongs it, ends it, or is connected to. */

async function called(nodes: Nodes, { baseUrl, accounts }: Venue, method: string) {
  const headers = { "X-MBX-APIKEY": accounts[0]!.apiKey };
  const response = await nodes.passing(fetch(`${baseUrl}/fapi/v1/listenKey`, { method, headers }));
  return { status: response.status, body: (await response.json()) as { listenKey: string } };
}
const followed = ({ wsUrl }: Venue, listenKey: string) =>
  new Pushes(wsUrl, `/private/ws?listenKey=${listenKey}`).subscribe();
const UNKNOWN = { status: 400, body: { code: -1125 } };

test("prolonged at one node it lives at all; deleted at one it is gone at all, later ones and the next leader too", async () => {
  const { nodes, a, b } = await pair();
  const given = await called(nodes, b, "POST");
  const { listenKey } = given.body;
  expect(await called(nodes, a, "POST")).toEqual({ status: 200, body: { listenKey } });
  const sockets = await nodes.passing(Promise.all([followed(a, listenKey), followed(b, listenKey)]));
  await nodes.clock.advance(STREAM_LIFE_MS / 2);
  expect(await called(nodes, b, "PUT")).toEqual({ status: 200, body: { listenKey } });
  await nodes.clock.advance(STREAM_LIFE_MS / 2 + MINUTE_MS);
  expect(sockets.map(({ messages }) => messages)).toEqual([[], []]);

  expect(await called(nodes, b, "DELETE")).toMatchObject({ status: 200 });
  for (const socket of sockets) {
    await nodes.passing(socket.until(({ e }) => e === "listenKeyExpired"));
    expect(socket.messages).toMatchObject([{ e: "listenKeyExpired", listenKey }]);
  }
  const c = await nodes.start("c");
  for (const node of [a, b, c]) {
    expect(await called(nodes, node, "PUT")).toMatchObject(UNKNOWN);
    const refused = new Pushes(node.wsUrl, `/ws/${listenKey}`);
    expect(await nodes.passing(refused.until(() => true))).toMatchObject({ error: { code: 2 } });
  }
  nodes.cutOff("a");
  expect(await called(nodes, c, "PUT")).toMatchObject(UNKNOWN);
  expect(await called(nodes, c, "POST")).toEqual({ status: 200, body: { listenKey } });
});
