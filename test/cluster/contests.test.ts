import { expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { Client } from "../venue/client.ts";
import { operate } from "../venue/control.ts";
import { pair } from "./nodes.ts";

/**
 * A contest at any node of a cluster: the one that leads lets teams in and freezes them, whichever that is.
 */

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

test("it is created at a follower, begun by one leader and ended by the next; links are followed anywhere", async () => {
  const { nodes, a, b } = await pair();
  const control = (on: Venue, path: string, body?: object) => nodes.passing(operate(on, path, body));
  const until = async (on: Venue, status: string): Promise<void> => {
    while ((await control(on, "accounts/show?account=blue")).status !== status) await nodes.clock.advance(20);
  };
  const cup = { name: "cup", start: "2100-01-01T00:00Z", end: "2100-01-02T00:00Z", balance: "1000" };
  const made = await control(b, "contests/create", { rules: JSON.stringify(cup), teams: "blue\nred" });
  expect(made.publicKey).toBe((await control(a, "contests/show?contest=cup")).publicKey);
  expect((await control(a, "accounts/show?account=blue")).status).toBe("frozen");

  const [{ link }] = await control(b, "contests/keys", { contest: "cup", team: "blue", links: true });
  const body = link.slice(link.indexOf("#") + 1);
  const redeem = (on: Venue) =>
    nodes.passing(
      fetch(`${on.baseUrl}/key`, {
        method: "POST",
        body,
        headers: { "content-type": "application/octet-stream" },
      }),
    );
  const redeemed = await redeem(b);
  expect(redeemed.status).toBe(200);
  const key = (await redeemed.json()) as Json;
  expect((await redeem(a)).status).toBe(410);
  const blue = new Client(b.baseUrl, key, () => nodes.clock.wallMs());
  expect((await nodes.passing(blue.get("account/assets"))).body).toMatchObject([{ equity: "1000" }]);

  const { start } = await control(b, "contests/move", { contest: "cup", moment: "start" });
  await control(b, "clock/step", { ms: start - b.engine.now() });
  await until(b, "normal");
  await control(a, "cluster/step-down", {});
  await nodes.until(() => a.engine.state === "following" && b.engine.state === "running");
  const { end } = await control(a, "contests/move", { contest: "cup", moment: "end", at: start + 60_000 });
  await control(a, "clock/step", { ms: end - b.engine.now() });
  await until(a, "frozen");
  expect((await control(b, "contests")).map(({ phase }: Json) => phase)).toEqual(["ended"]);
});

test("a code that is entered at a follower opens the account at the leader, and is used up at every node", async () => {
  const { nodes, a, b } = await pair({ selfService: true });
  const { code } = await nodes.passing(operate(b, "invitations/create", { name: "class", balance: "50" }));
  const enter = (on: Venue, account: string) =>
    nodes.passing(
      fetch(`${on.baseUrl}/join`, {
        method: "POST",
        body: JSON.stringify({ code, account }),
        headers: { "content-type": "application/octet-stream" },
      }),
    );
  const opened = await enter(b, "carol");
  expect(opened.status).toBe(200);
  const carol = new Client(b.baseUrl, (await opened.json()) as Json, () => nodes.clock.wallMs());
  expect((await nodes.passing(carol.get("account/assets"))).body).toMatchObject([{ equity: "50" }]);
  const key = await nodes.passing(carol.post("self/keys/create", { permissions: ["read"] }));
  expect(key.status, key.text).toBe(200);
  expect([(await enter(a, "dave")).status, (await enter(b, "dave")).status]).toEqual([410, 410]);
});
