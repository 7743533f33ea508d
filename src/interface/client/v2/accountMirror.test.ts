import { expect, test } from "vitest";
import type { ChannelReader, Channels } from "../channels.ts";
import { VenueError } from "../failure.ts";
import { systemTiming } from "../timing.ts";
import { AccountMirror } from "./accountMirror.ts";
import type { Ask } from "./accountSnapshot.ts";
import type { Message } from "./dialect.ts";

test("a reading that the venue did not wait for is made again; a refusal ends the mirror", async () => {
  const channels = {
    read: async (_: string, reader: ChannelReader<Message>) => {
      reader.begun(false);
      return () => undefined;
    },
    echo: async () => undefined,
  } as unknown as Channels<Message>;
  const pauses: number[] = [];
  const timing = {
    ...systemTiming,
    after: (ms: number, action: () => void) => {
      pauses.push(ms);
      queueMicrotask(action);
      return () => undefined;
    },
  };
  const ask = (async () => {
    const status = pauses.length === 0 ? 408 : 401;
    throw new VenueError({
      code: `${status}`,
      msg: "",
      status,
      request: { method: "GET", path: "/" } as never,
    });
  }) as Ask;
  await expect(AccountMirror.open(channels, ask, timing)).rejects.toMatchObject({ status: 401 });
  expect(pauses).toEqual([1_000]);
});
