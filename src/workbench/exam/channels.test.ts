import { expect, test } from "vitest";
import * as fapi from "../../interface/wire/fapi/sockets/index.ts";
import type { ChannelDeclaration } from "../../interface/wire/sockets.ts";
import * as v2 from "../../interface/wire/v2/sockets/index.ts";
import * as v3 from "../../interface/wire/v3/sockets/index.ts";
import { fitting } from "../../service/gateway/faults/fault.ts";
import { CHANGED_BOOKS } from "./channels.ts";

/** Every name that a channel's address stands for, with a symbol in place of what is no list. */
function namesOf({ address, parameters }: ChannelDeclaration): readonly string[] {
  return Object.entries(parameters).reduce<readonly string[]>(
    (names, [parameter, values]) =>
      names.flatMap((name) =>
        [values].flat().map((value) => name.replace(`{${parameter}}`, Array.isArray(values) ? value : "x")),
      ),
    [address],
  );
}

test("a push of a book is dropped where it tells what changed, and of no channel that tells all each time", () => {
  const isChanged = fitting(CHANGED_BOOKS);
  const every = [v2, v3, fapi].flatMap(({ sockets }) =>
    Object.values<ChannelDeclaration>(sockets.channels).flatMap(namesOf),
  );
  const { depth } = fapi.sockets.channels;
  const books = [v2.sockets.channels.depth, v3.sockets.channels.depth, depth].flatMap(namesOf);
  expect(every.filter(isChanged).toSorted()).toEqual(books.toSorted());
  expect(["BTCUSDT@depth", "btcusdt@depth"].every(isChanged)).toBe(true);
});
