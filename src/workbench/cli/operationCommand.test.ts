import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Command } from "commander";
import Type from "typebox";
import { describe, expect, onTestFinished, test } from "vitest";
import { controlOperation } from "../../interface/wire/control/operation.ts";
import { amountText } from "../../interface/wire/control/parameters.ts";
import {
  choice,
  decimal,
  flag,
  integer,
  optional,
  text,
  texts,
  time,
} from "../../interface/wire/parameter.ts";
import type { CommandWords } from "./operationCommand.ts";
import { operationCommand } from "./operationCommand.ts";

const operation = controlOperation({
  method: "POST",
  role: "operate",
  isRepeatable: true,
  path: "/control/things/make",
  summary: "Make a thing of an account",
  answer: Type.Object({}),
  parameters: {
    account: text("An account."),
    amount: optional(amountText),
    triggerPrice: optional(decimal("Trigger price.")),
    samples: optional(integer("Samples.", { min: 1, max: 9 }), 3),
    source: choice("The price.", { last: 0, mark: 1 }),
    permissions: optional(texts("Of read, trade.")),
    anyway: optional(flag("Do it all the same."), false),
    activeFrom: optional(time("Valid from, Unix ms; without it, now.")),
    hidden: optional(text("Not for the command line.")),
  },
});

const words = {
  places: ["account", "amount"],
  options: { triggerPrice: "trigger", permissions: "permission" },
  without: ["hidden"],
} as const;
const terminal = { out() {}, err() {} } as never;

test("a command's sentence, arguments and options are the declaration's, with words, bounds and defaults", () => {
  const command = operationCommand(new Command("make"), terminal, operation, words);
  expect(command.description()).toBe("make a thing of an account");
  expect(command.registeredArguments.map((each) => [each.name(), each.required, each.description])).toEqual([
    ["account", true, "an account"],
    ["amount", false, "an amount of USDT, a decimal above 0 with at most 8 places"],
  ]);
  const options = command.options.filter(({ long }) => !/^--(data|url|token|json)$/.test(long ?? ""));
  expect(options.map(({ flags, mandatory, description }) => [flags, mandatory, description])).toEqual([
    ["--trigger <decimal>", false, "trigger price"],
    ["--samples <number>", false, "samples (1 to 9; default: 3)"],
    ["--source <word>", true, "the price (last, mark)"],
    ["--permission <text>", false, "of read, trade; repeatable"],
    ["--anyway", false, "do it all the same"],
    ["--active-from <time>", false, "valid from, ISO 8601 or Unix ms; without it, now"],
    ["--reference <text>", false, expect.stringContaining("of your choice")],
  ]);
});

/** What a command sends, as a venue that notes it would receive it. */
async function sentBy(command: Command, args: readonly string[]): Promise<unknown> {
  let received = "";
  const server = createServer(async (request, response) => {
    for await (const chunk of request) received += chunk;
    received = `${request.method} ${request.url} ${received}`;
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const where = ["--url", `http://127.0.0.1:${port}`, "--token", "t"];
  await command.parseAsync([...args, ...where], { from: "user" });
  return received;
}

test("what was typed is sent under the parameters' names, and nothing else", async () => {
  const command = operationCommand(new Command("make"), terminal, operation, words);
  const typed = [
    "demo-1",
    "--trigger",
    "5",
    "--source",
    "mark",
    "--permission",
    "read",
    "--permission",
    "trade",
  ];
  expect(await sentBy(command, [...typed, "--reference", "r1"])).toBe(
    'POST /control/things/make {"triggerPrice":"5","source":"mark","permissions":["read","trade"],"reference":"r1","account":"demo-1"}',
  );
});

test("what has no place may be given as name=value, and a command may say more than was typed", async () => {
  const command = operationCommand(new Command("make"), terminal, operation, {
    places: ["account"],
    assigned: "settings",
    send: (typed) => ({ ...typed, hidden: "said" }),
  });
  expect(command.registeredArguments[1]?.description).toContain("triggerPrice, samples, source");
  expect(await sentBy(command, ["demo-1", "samples=4", "source=last"])).toBe(
    'POST /control/things/make {"samples":"4","source":"last","account":"demo-1","hidden":"said"}',
  );
});

test("a parameter that this command needs is asked for, though the operation does without", () => {
  const command = operationCommand(new Command("make"), terminal, operation, {
    ...words,
    needed: ["amount"],
  });
  expect(command.registeredArguments.map(({ required }) => required)).toEqual([true, true]);
});

describe("a moment", () => {
  const make = (words: CommandWords<typeof operation.parameters>) =>
    operationCommand(new Command("make"), terminal, operation, words);

  test.each([
    ["2026-11-30", Date.UTC(2026, 10, 30)],
    ["2026-11-30T12:30", Date.UTC(2026, 10, 30, 12, 30)],
    ["2026-11-30T12:30:00+01:00", Date.UTC(2026, 10, 30, 11, 30)],
    ["1796040000000", 1_796_040_000_000],
    ["0", 0],
  ])("%s is sent in Unix ms, wherever it was typed", async (typed, sent) => {
    const usual = ["demo-1", "--source", "mark"];
    expect(await sentBy(make(words), [...usual, "--active-from", typed])).toContain(`"activeFrom":"${sent}"`);
    const placed = make({ places: ["account", "activeFrom"] });
    expect(await sentBy(placed, [...usual, typed])).toContain(`"activeFrom":"${sent}"`);
    const assigned = make({ places: ["account"], assigned: "settings" });
    expect(await sentBy(assigned, ["demo-1", `activeFrom=${typed}`])).toContain(`"activeFrom":"${sent}"`);
  });

  test("is refused in any other form, and an argument of another form is left as it is", async () => {
    const typed = ["demo-1", "--source", "mark", "--active-from", "noon"];
    await expect(sentBy(make(words), typed)).rejects.toThrow(
      "--active-from must be Unix ms or a moment such as 2026-01-31T12:00:00Z, got 'noon'",
    );
    const meant = make({ places: ["account", "activeFrom"], meanings: { activeFrom: "a number or a time" } });
    expect(await sentBy(meant, ["demo-1", "--source", "mark", "2026-11-30"])).toContain('"2026-11-30"');
  });
});
