#!/usr/bin/env node
import { nodeTooOld } from "../../kernel/host/nodeVersion.ts";
import { inlineMore, markLater } from "../../kernel/host/v8Flags.ts";
import { EXIT_USAGE } from "./exitCodes.ts";

const refusal = nodeTooOld(process.versions.node);
if (refusal !== undefined) {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = EXIT_USAGE;
} else {
  inlineMore();
  markLater();
  // Imported only now: an older Node.js could not even parse these modules.
  const [{ run }, { processTerminal }, { exitOnceWritten }] = await Promise.all([
    import("./program.ts"),
    import("./terminal.ts"),
    import("./serve/stopLimit.ts"),
  ]);
  process.exitCode = await run(process.argv.slice(2), processTerminal);
  exitOnceWritten();
}
