import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { ACCOUNT_USER, actOf, EXTERNAL_ACCOUNT, MOVE_DEPOSIT } from "../../src/kernel/core/index.ts";
import { controlOperations } from "../../src/service/gateway/control/index.ts";
import { Child, type Ready } from "../cli/child.ts";
import { outcry } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import type { Reply } from "./client.ts";
import { send } from "./client.ts";
import { venueOfTest } from "./venueOfTest.ts";

/** An action with a reference happens once, however often it is sent and whenever the venue dies. */

type Where = Pick<Ready, "controlUrl" | "adminToken">;

function ask(venue: Where, method: "GET" | "POST", path: string, body = ""): Promise<Reply> {
  const headers = { authorization: `Bearer ${venue.adminToken}` };
  return send({ method, url: `${venue.controlUrl}/control/${path}`, headers, body });
}

const post = (venue: Where, path: string, body: object) => ask(venue, "POST", path, JSON.stringify(body));

/** Accounts of their own for each test, so that one venue does for all of them. */
let venue: Venue;
let account = "";
let accounts = 0;
beforeAll(async () => {
  venue = await startVenue({ prices: { btc: 60_000 } });
});
afterAll(() => venue.stop());
beforeEach(async () => {
  account = `user-${++accounts}`;
  await post(venue, "accounts/open", { name: account, balance: "100000" });
});

const ref = (name: string) => `${account}.${name}`;

const wallet = async () => (await venue.account(account)).wallet;

describe("a reference", () => {
  test("answers the first result byte by byte, whatever happened since", async () => {
    const deposit = { account: account, amount: "12.5", reference: ref("pay") };
    const first = await post(venue, "money/deposit", deposit);
    expect(first.body).toMatchObject({ wallet: "100012.5" });
    await venue.deposit(account, "1");
    expect((await post(venue, "money/deposit", deposit)).text).toBe(first.text);
    // the order of the parameters, and whether an amount is a number, say nothing
    const other = { reference: ref("pay"), amount: 12.5, account: account };
    expect((await post(venue, "money/deposit", other)).text).toBe(first.text);
    expect(await wallet()).toBe("100013.5");
  });

  test("is refused for anything else, and the refusal names what differs", async () => {
    const deposit = { account: account, amount: "5", reference: ref("a") };
    await post(venue, "money/deposit", deposit);
    const refused = async (path: string, body: object) => {
      const { status, body: answer } = await post(venue, path, body);
      expect([status, answer.code, answer.data]).toEqual([409, "409", null]);
      return answer.msg.replace(ref("a"), "A").replace(account, "ACCOUNT");
    };
    expect(await refused("money/deposit", { ...deposit, amount: "6" })).toBe(
      "reference 'A' was used for money/deposit with amount '5', now '6': use another",
    );
    expect(await refused("money/deposit", { ...deposit, account: "demo-2", amount: "6" })).toBe(
      "reference 'A' was used for money/deposit with account 'ACCOUNT', now 'demo-2' and amount '5', now '6': use another",
    );
    expect(await refused("money/withdraw", deposit)).toBe(
      "reference 'A' was used for money/deposit, not for money/withdraw: use another",
    );
    expect(await wallet()).toBe("100005");
  });

  test("is not used by what was refused", async () => {
    const withdraw = { account: account, amount: "100001", reference: ref("w") };
    expect((await post(venue, "money/withdraw", withdraw)).body.code).toBe("40015");
    await venue.deposit(account, "1");
    expect((await post(venue, "money/withdraw", withdraw)).body).toMatchObject({ wallet: "0" });
    expect((await post(venue, "money/withdraw", withdraw)).body).toMatchObject({ wallet: "0" });
    expect(await wallet()).toBe("0");
  });

  test.each(["", "a b", "ü", "a/b", "x".repeat(65)])("%j is none", async (reference) => {
    const { status, body } = await post(venue, "money/deposit", { account: account, amount: "5", reference });
    expect([status, body.msg]).toEqual([400, expect.stringContaining("reference")]);
    expect(await wallet()).toBe("100000");
  });

  test("sent many times at once, among others, is done once, and all hear the same", async () => {
    const deposit = { account, amount: "7", reference: ref("once") };
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const [answer] = await Promise.all([
          post(venue, "money/deposit", deposit),
          post(venue, "money/deposit", { account, amount: "1" }),
        ]);
        return answer.text;
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(await wallet()).toBe("100027");
  });

  test("is taken by every operation that moves money", () => {
    const taking = controlOperations.filter(({ parameters }) => "reference" in parameters);
    expect(taking.map(({ path }) => path.replace("/control/", "")).toSorted()).toEqual([
      ...["accounts/deleverage", "accounts/liquidate"],
      ...["accounts/many/change", "accounts/many/disable", "accounts/many/message", "accounts/many/open"],
      ...["accounts/open", "accounts/paper", "accounts/reset"],
      ...["fund/deposit", "fund/withdraw", "funding/settle", "funding/skip"],
      ...["money/begin", "money/deposit", "money/move", "money/settle", "money/withdraw"],
      ...["orders/place", "referrals/pay", "referrals/set"],
    ]);
  });

  test("holds for an action of several steps: an account is opened once, with its deposit", async () => {
    const open = { name: "new", balance: "10", reference: "open-new" };
    const first = await post(venue, "accounts/open", open);
    expect(first.status).toBe(200);
    expect((await post(venue, "accounts/open", open)).text).toBe(first.text);
    expect((await venue.account("new")).wallet).toBe("10");
  });

  test("is gone on with where a crash cut it short: what was done is not done again, the rest is", async () => {
    const given = (fields: object) => JSON.stringify(fields);
    const reference = ref("short");
    const name = `${account}-new`;
    // As a crash leaves it behind the first of two steps, nothing answered yet.
    const said = { operator: "admin", action: "accounts/open", reference };
    const open = actOf(
      { ...said, given: given({ balance: "10", name }) },
      { type: "openAccount", kind: ACCOUNT_USER, name },
    );
    const { id } = await venue.engine.submit(open);
    const again = await post(venue, "accounts/open", { name, balance: "10", reference });
    expect(again).toMatchObject({ status: 200, body: { account: id, name } });
    expect((await post(venue, "accounts/open", { name, balance: "10", reference })).text).toBe(again.text);
    expect((await venue.account(name)).wallet).toBe("10");
    // Behind the last step: the answer is the present's, and stays.
    const paid = actOf(
      {
        ...said,
        action: "money/deposit",
        reference: ref("paid"),
        given: given({ account: name, amount: "5" }),
      },
      { type: "moveMoney", movement: MOVE_DEPOSIT, from: EXTERNAL_ACCOUNT, to: id, amount: 500_000_000n },
    );
    await venue.engine.submit(paid);
    const deposit = { account: name, amount: "5", reference: ref("paid") };
    expect((await post(venue, "money/deposit", deposit)).body).toMatchObject({ wallet: "15" });
    await venue.deposit(name, "1");
    expect((await post(venue, "money/deposit", deposit)).body).toMatchObject({ wallet: "15" });
    expect((await post(venue, "money/deposit", { ...deposit, amount: "6" })).status).toBe(409);
  });

  test("by the command line", async () => {
    const data = temporaryDirectory();
    const venue = await venueOfTest({ data });
    for (let i = 0; i < 3; i++) {
      const words = ["deposit", "demo-1", "4", "--reference", "cli-1", "--data", data, "--json"];
      expect((await outcry(...words)).json()).toMatchObject({ wallet: "100004" });
    }
    const other = await outcry("deposit demo-1 5 --reference cli-1 --data", data);
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining("amount '4', now '5'") });
    const acts = (await outcry("journal operators", data, "--json")).json();
    const deposits = acts.filter(({ reference }: { reference: string }) => reference === "cli-1");
    expect(deposits).toMatchObject([
      { by: "admin", action: "money/deposit", outcome: "done" },
      {
        by: "admin",
        action: "money/deposit",
        outcome: expect.stringContaining("refused: reference 'cli-1'"),
      },
    ]);
    expect((await venue.account("demo-1")).wallet).toBe("100004");
  });

  test("survives a clean restart and a saved state; a reset begins anew", async () => {
    const data = temporaryDirectory();
    const options = { data, prices: { btc: 60_000 } };
    let venue = await startVenue(options);
    onTestFinished(() => venue.stop());
    const deposit = { account: "demo-1", amount: "3", reference: "kept" };
    const first = await post(venue, "money/deposit", deposit);
    await venue.saveState("paid");
    await venue.stop();
    venue = await startVenue(options);
    expect((await post(venue, "money/deposit", deposit)).text).toBe(first.text);
    await venue.reset({ to: "paid" });
    expect((await post(venue, "money/deposit", deposit)).text).toBe(first.text);
    expect((await venue.account("demo-1")).wallet).toBe("100003");
    await venue.reset();
    expect((await post(venue, "money/deposit", deposit)).text).toBe(first.text); // done, in the new market
    expect((await venue.account("demo-1")).wallet).toBe("100003");
  });

  test("whatever is sent, and repeated, in any order: each reference moves its amount once", async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ id: fc.nat(4), cents: fc.integer({ min: 1, max: 3 }) }), { maxLength: 25 }),
        async (sent) => {
          run++;
          const before = await wallet();
          const first = new Map<number, { cents: number; text: string }>();
          for (const { id, cents } of sent) {
            const body = { account, amount: `0.0${cents}`, reference: ref(`${run}.${id}`) };
            const answer = await post(venue, "money/deposit", body);
            const known = first.get(id);
            if (known === undefined) first.set(id, { cents, text: answer.text });
            else if (known.cents === cents) expect(answer.text).toBe(known.text);
            else expect(answer.status).toBe(409);
          }
          const cents = [...first.values()].reduce((sum, each) => sum + each.cents, 0);
          expect(Math.round((Number(await wallet()) - Number(before)) * 100)).toBe(cents);
        },
      ),
      { numRuns: 15 },
    );
  });
});

const KILLS = 3;

test(`kill -9 under deposits, ${KILLS} times: what got no answer is sent again, and credited once`, async () => {
  const data = temporaryDirectory();
  const args = ["--data", data];
  const answered = new Map<string, string>();
  let sent = 0;
  for (let life = 0; life <= KILLS; life++) {
    const { child, ready } = await Child.serve(args);
    // All that was ever sent is sent again: what was answered is answered so, what was not is done now, or
    // was done.
    for (let i = 0; i < sent; i++) {
      const reference = `d-${i}`;
      const { status, text } = await post(ready, "money/deposit", {
        account: "demo-1",
        amount: "1",
        reference,
      });
      expect(status, text).toBe(200);
      expect(text).toBe(answered.get(reference) ?? text);
      answered.set(reference, text);
    }
    const { wallet } = await shown(ready);
    expect(wallet).toBe(String(100_000 + sent));
    if (life === KILLS) break;
    const to = sent + 40;
    const killAfter = sent + 3 + life * 4;
    const flying: Promise<unknown>[] = [];
    for (; sent < to; sent++) {
      const reference = `d-${sent}`;
      const deposit = post(ready, "money/deposit", { account: "demo-1", amount: "1", reference }).then(
        ({ status, text }) => status === 200 && answered.set(reference, text),
        () => undefined, // it died before it answered
      );
      flying.push(deposit);
      if (sent === killAfter) void deposit.then(() => child.kill("SIGKILL"));
    }
    await Promise.all(flying);
    await child.exited();
  }
  expect(answered.size).toBe(sent);
});

async function shown(ready: Where): Promise<{ readonly wallet: string }> {
  return (await ask(ready, "GET", "accounts/show?account=demo-1")).body;
}

describe("pushed prices hold after a restart", () => {
  const indexOf = async (where: Where, symbol: string) => {
    const { body } = await ask(where, "GET", "prices");
    const { index, source } = body.find((each: { readonly symbol: string }) => each.symbol === symbol);
    return { index, source };
  };

  test("a clean one, whatever else feeds the contract; a feed that is followed again does, too", async () => {
    const data = temporaryDirectory();
    const options = { data, prices: { btc: 60_000, eth: 3_000 } };
    let venue = await startVenue(options);
    onTestFinished(() => venue.stop());
    await venue.price("btc", "71234.5");
    const reported = { prices: [{ symbol: "eth", price: "3333", source: 1 }] };
    expect((await post(venue, "prices/report", reported)).status).toBe(200);
    await venue.step(60_000);
    await venue.stop();
    venue = await startVenue(options);
    await venue.step(60_000);
    expect(await indexOf(venue, "cmt_btcusdt")).toEqual({ index: "71234.500", source: "pushed" });
    expect(await indexOf(venue, "cmt_ethusdt")).toMatchObject({ index: "3333.0000" });

    expect((await post(venue, "prices/follow", { symbol: "btc" })).status).toBe(200);
    await venue.stop();
    venue = await startVenue(options);
    await venue.step(60_000);
    expect((await indexOf(venue, "cmt_btcusdt")).source).toBe("generated");
  });

  test("a kill -9, among generated prices that go on", async () => {
    const data = temporaryDirectory();
    const serve = () => Child.serve(["--data", data, "--price", "btc=60000"]);
    const first = await serve();
    expect((await post(first.ready, "prices/push", { prices: { btc: "71234.5" } })).status).toBe(200);
    const { token } = (await post(first.ready, "operators/add", { name: "alice", role: "operate" })).body;
    first.child.kill("SIGKILL");
    await first.child.exited();
    const second = await serve();
    const asAlice = await post({ ...second.ready, adminToken: token }, "limits/use", { profile: "off" });
    expect(asAlice.status).toBe(200); // operators survive it, too
    const at = { index: "71234.500", source: "pushed" };
    expect(await indexOf(second.ready, "cmt_btcusdt")).toEqual(at);
    // Another contract's generated price has moved, so the feeds have had a beat.
    const before = await indexOf(second.ready, "cmt_ethusdt");
    expect(before.source).toBe("generated");
    while ((await indexOf(second.ready, "cmt_ethusdt")).index === before.index);
    expect(await indexOf(second.ready, "cmt_btcusdt")).toEqual(at);
  });
});
