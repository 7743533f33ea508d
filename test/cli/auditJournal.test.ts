import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import type { Machine, MachineKind } from "../../src/kernel/engine/index.ts";
import { exchangeMachine } from "../../src/kernel/engine/index.ts";
import { NodeDisk } from "../../src/kernel/host/nodeDisk.ts";
import { surveyLog } from "../../src/kernel/journal/survey.ts";
import { auditJournal } from "../../src/workbench/cli/commands/auditJournal.ts";
import { directoryOfFile } from "../host/temporaryDirectory.ts";
import { outcry } from "./inProcess.ts";

/** `outcry audit --journal`: a journal's states, and the first of them that breaks a rule. */

const data = directoryOfFile();
let headSeq: number;

beforeAll(async () => {
  const venue = await startVenue({ data, prices: { btc: 60_000 }, market: "simulated" });
  await venue.step(30_000);
  headSeq = venue.engine.headSeq;
  await venue.stop();
});

test("a sound journal passes", async () => {
  const { code, stderr, json } = await outcry("audit --journal", data, "--json");
  expect(code, stderr).toBe(0);
  expect(json()).toMatchObject({ passed: true, seq: headSeq, money: "0" });
  expect(await outcry("audit --journal /nonexistent")).toMatchObject({ code: 5 });
});

test.each([1, 2, 37, 64])("a rule that is broken from command %i on is located there", async (from) => {
  expect(headSeq).toBeGreaterThan(64);
  const disk = await NodeDisk.open(join(data, "journal"));
  const found = await auditJournal({ journal: disk, data }, await surveyLog(disk), {
    machine: brokenFrom(from),
    every: 50,
  });
  expect(found).toMatchObject({ seq: from, broken: "planted" });
  expect(found.machine.seq).toBe(from);
});

/** The exchange, whose audit fails from a command on. */
function brokenFrom(seq: number): MachineKind {
  return {
    ...exchangeMachine,
    genesis() {
      const machine: Machine = exchangeMachine.genesis();
      const audit = machine.audit.bind(machine);
      machine.audit = () => {
        audit();
        if (machine.seq >= seq) throw new Error("planted");
      };
      return machine;
    },
  };
}
