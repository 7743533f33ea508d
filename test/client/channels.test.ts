import { expect, test } from "vitest";
import type { Channels } from "../../src/interface/client/channels.ts";
import { Watch } from "../../src/interface/client/v2/watch.ts";
import { V3Watch } from "../../src/interface/client/v3/watch.ts";
import type { ChannelDeclaration, SocketsDeclaration } from "../../src/interface/wire/sockets.ts";
import * as v2 from "../../src/interface/wire/v2/sockets/index.ts";
import * as v3 from "../../src/interface/wire/v3/sockets/index.ts";

/** The client has every channel that is declared, under the address that is declared, and no other. */

/** Channels that only note which was asked for. */
function noting(asked: string[]): Channels<object> {
  const read = (name: string) => {
    asked.push(name);
    return Promise.resolve(() => {});
  };
  return { read } as unknown as Channels<object>;
}

type Feeds = Readonly<Record<string, (...given: unknown[]) => Promise<unknown>>>;

const versions: readonly [SocketsDeclaration, (own: Channels<object>, all: Channels<object>) => Feeds][] = [
  [v2.sockets, (own, all) => new Watch(all, own) as unknown as Feeds],
  [v3.sockets, (own, all) => new V3Watch(all, own) as unknown as Feeds],
];

/** In the order in which the client's functions take them. */
const PARAMETERS = ["symbol", "levels", "interval", "priceType"];
const SYMBOL = "BTC_USDT";

/** The last of the words that each parameter may be, which is not its default. */
function chosen({ parameters }: ChannelDeclaration): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, words]) => [name, Array.isArray(words) ? words.at(-1) : SYMBOL]),
  );
}

test.each(versions)("$name: each channel has its feed", async ({ channels }, feedsOf) => {
  const [own, all]: [string[], string[]] = [[], []];
  const feeds = feedsOf(noting(own), noting(all));
  for (const declared of Object.values<ChannelDeclaration>(channels)) {
    const words = chosen(declared);
    const given = PARAMETERS.filter((name) => name in words).map((name) =>
      name === "levels" ? Number(words[name]) : words[name],
    );
    // V2's client is the paper account's or the real one's, as it was opened: v2Dialect writes the prefix.
    if (declared.onPaper && feedsOf === versions[0]![1]) continue;
    await feeds[declared.watch!]!(...given, ...(declared.onPaper ? [{ paper: true }] : []));
    const address = declared.address.replaceAll(/\{(\w+)\}/g, (_, name: string) => words[name]!);
    expect((declared.access === "public" ? all : own).at(-1)).toBe(address);
  }
  const functions = Object.getOwnPropertyNames(Object.getPrototypeOf(feeds)).filter(
    (name) => name !== "constructor",
  );
  expect(functions.sort()).toEqual(
    [...new Set(Object.values<ChannelDeclaration>(channels).map(({ watch }) => watch))].sort(),
  );
});
