import type { Command } from "commander";
import type { RemoteOptions } from "../remote.ts";
import { callAndShow, remoteOptions } from "../remote.ts";
import type { Terminal } from "../terminal.ts";

/** Commands about what clients may use. */
export function addLimitsCommands(program: Command, terminal: Terminal): void {
  const limits = program.command("limits").description("limits: show, use, exempt");
  remoteOptions(limits.command("show"))
    .description("show the profile in force, and who is exempt")
    .action((options: RemoteOptions) => callAndShow(terminal, options, { method: "GET", path: "limits" }));
  remoteOptions(limits.command("use"))
    .argument("<profile>", "seed, published, off, or the one the venue started with")
    .description("put another profile in force until the venue stops")
    .action((profile: string, options: RemoteOptions) =>
      callAndShow(terminal, options, { method: "POST", path: "limits/use", parameters: { profile } }),
    );
  remoteOptions(limits.command("exempt"))
    .argument("<account>", "id or name")
    .option("--restore", "restore the limits instead")
    .description("lift the limits of an account (not its address's) until the venue stops")
    .action((account: string, options: RemoteOptions & { readonly restore?: boolean }) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "limits/exempt",
        parameters: { account, exempt: options.restore !== true },
      }),
    );
}
