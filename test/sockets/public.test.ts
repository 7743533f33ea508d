import { expect, test } from "vitest";
import { Client } from "../venue/client.ts";
import { placeFor } from "../venue/placeLimit.ts";
import { venueOfFile } from "../venue/venueOfTest.ts";
import { Listener, signed } from "./listener.ts";

const venue = await venueOfFile({ prices: { btc: 60_000 } });
const [first, second] = venue.accounts;
const buyer = new Client(venue.baseUrl, first!);
const seller = new Client(venue.baseUrl, second!);

function connect(): Promise<Listener> {
  return Listener.open(`${venue.wsUrl}/v2/ws/public`);
}

const place = (client: Client, type: "1" | "2", price: string, size: string) =>
  placeFor(client, { type, price, size });

test("depth: a snapshot, then what changes, versions without a gap", async () => {
  const listener = await connect();
  await listener.subscribe("depth.cmt_btcusdt.15");
  const snapshot = (await listener.next()).data[0];
  expect(snapshot).toMatchObject({
    depthType: "SNAPSHOT",
    level: 15,
    symbol: "cmt_btcusdt",
    asks: [],
    bids: [],
  });
  expect(snapshot.startVersion).toBe(snapshot.endVersion);
  await place(buyer, "1", "59990.0", "0.0100");
  expect(await listener.next()).toEqual({
    event: "payload",
    channel: "depth.cmt_btcusdt.15",
    data: [
      {
        startVersion: String(Number(snapshot.endVersion) + 1),
        endVersion: expect.stringMatching(/^\d+$/),
        level: 15,
        depthType: "CHANGED",
        symbol: "cmt_btcusdt",
        asks: [],
        bids: [{ price: "59990.0", size: "0.0100" }],
      },
    ],
  });
  await listener.close();
});

test("trades: every one, at once", async () => {
  const listener = await connect();
  await listener.subscribe("trades.cmt_btcusdt");
  await place(buyer, "1", "60000.0", "0.0040"); // nothing of it rests: the book is the next test's, whichever that is
  await place(seller, "2", "60000.0", "0.0040");
  const { event, channel, data } = await listener.next();
  expect({ event, channel }).toEqual({ event: "payload", channel: "trades.cmt_btcusdt" });
  const time = String(venue.clock.now());
  expect(data).toEqual([{ time, price: "60000.0", size: "0.0040", value: "240", buyerMaker: true }]);
  await listener.close();
});

test("a private connection is told why it ends", async () => {
  const own = await Listener.open(`${venue.wsUrl}/v2/ws/private`, signed(venue.accounts[0]!));
  await own.subscribe("positions");
  await own.subscribe("position");
  await venue.reset();
  expect(await own.ended).toEqual({ code: 1012, reason: "the market starts over: connect again" });
});
