import { Command } from "commander";
import { expect, test } from "vitest";
import type { ServeOptions } from "./options.ts";
import { serveOptions, venueOptions } from "./options.ts";

/** `--dialects`, as the command line takes it. */
const of = (...words: string[]) =>
  venueOptions(serveOptions(new Command()).parse(words, { from: "user" }).opts<ServeOptions>());

test.each([
  [[], ["v2", "v3", "fapi"]],
  [
    ["--dialects", "fapi,v2"],
    ["v2", "fapi"],
  ],
  [["--dialects", "fapi"], ["fapi"]],
])("%j serves %j", async (words, dialects) => {
  expect((await of(...words)).dialects).toEqual(dialects);
});

test.each(["", "v4", "v2,v2", "v2, v3", "V2"])("'%s' is refused", async (names) => {
  await expect(of("--dialects", names)).rejects.toThrow(
    `--dialects must be one or more of v2, v3, fapi, each once, separated by commas, got '${names}'`,
  );
});
