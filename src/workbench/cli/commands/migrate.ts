import type { Command } from "commander";
import { readRequests } from "../../../interface/wire/control/operations/venue.ts";
import type { RequestEntry } from "../../../service/gateway/index.ts";
import { migrationReport } from "../../../service/gateway/index.ts";
import type { RemoteOptions } from "../remote.ts";
import { callControl, remoteOptions } from "../remote.ts";
import { show } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

/** How many entries of the request log are asked for at once. */
const PAGE = 1_000;

/** Commands for moving a program from V2 to V3. */
export function addMigrateCommands(program: Command, terminal: Terminal): void {
  const migrate = program.command("migrate").description("moving from V2 to V3: report");
  remoteOptions(migrate.command("report"))
    .option("--account <account>", "only the requests of this account, by id or name")
    .description(
      "read the request log and print what its programs must change: calls, fields, codes, weights",
    )
    .action(async (options: RemoteOptions & { readonly account?: string }) => {
      const { level, entries } = await loggedRequests(options);
      if (level !== "all") {
        terminal.err(
          `Only ${level === "off" ? "earlier" : "refused"} requests are in the log: serve --requests all logs every one.\n`,
        );
      }
      show(terminal, options.json === true, migrationReport(entries));
    });
}

/** All entries in the request log. */
async function loggedRequests(
  options: RemoteOptions & { readonly account?: string },
): Promise<{ readonly level: string; readonly entries: readonly RequestEntry[] }> {
  const entries: RequestEntry[] = [];
  for (let after = 0; ; ) {
    const { account } = options;
    const page = await callControl(options, readRequests, { after, limit: PAGE, account });
    entries.push(...page.entries);
    if (page.entries.length < PAGE) return { level: page.level, entries };
    after = page.next;
  }
}
