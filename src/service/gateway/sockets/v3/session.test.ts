import { beforeEach, expect, test } from "vitest";
import { SimulatedClock } from "../../../../../test/host/simulatedClock.ts";
import { MemoryCounters } from "../../limits/counters.ts";
import { Limits } from "../../limits/limits.ts";
import { limitProfiles } from "../../limits/profile.ts";
import type { ChannelBook } from "../channels.ts";
import type { Connection } from "../connection.ts";
import { V3Session } from "./session.ts";

/** What a session answers, as text: a message that is parsed has lost the digits of its id. */

const sent: string[] = [];
let session: V3Session;

beforeEach(() => {
  const clock = new SimulatedClock({ seed: 1 });
  const log = { info() {}, warn() {}, error() {} };
  const limits = new Limits({ profile: limitProfiles.off, counters: new MemoryCounters(), clock, log });
  const connection = { send: (text: string) => sent.push(text), answered() {} } as unknown as Connection;
  session = new V3Session(connection, {} as ChannelBook, { access: "public", limits, clock });
  sent.length = 0;
});

function asked(text: string): string {
  session.received(Buffer.from(text));
  return sent.splice(0).join();
}

test.each([
  ...["0", "-1", "9007199254740993", "1783945872123456789", "1.5", "6.10", "1E+400", "9".repeat(64)],
  ...['""', '"ü"', `"${"x".repeat(64)}"`],
])("the id %s comes back as it was sent", (id) => {
  for (const method of ["PING", "PONG"])
    expect(asked(`{"method":"${method}","id": ${id} }`)).toBe(`{"result":true,"id":${id}}`);
  for (const request of ['"SUBSCRIBE","params":[]', '"UNSUBSCRIBE"', '"READY","until":"soon"', '"HELLO"'])
    expect(asked(`{"method":${request},"id":${id}}`)).toContain(`{"result":false,"id":${id},"msg":`);
});

test.each([`"${"x".repeat(65)}"`, "9".repeat(65), "true", "{}", "[1]"])("the id %s is refused", (id) => {
  for (const method of ["PING", "PONG", "SUBSCRIBE", "READY", "HELLO"])
    expect(asked(`{"method":"${method}","id":${id}}`)).toBe(
      '{"result":false,"msg":"INVALID_ARGUMENT: id must be a number or a text of at most 64 characters"}',
    );
});

test.each(["", ',"id":null'])("without an id none comes back: %j", (none) => {
  expect(asked(`{"method":"PING"${none}}`)).toBe('{"result":true}');
});
