import type { Command } from "commander";
import { Option } from "commander";
import type { RemoteOptions } from "../remote.ts";
import { callAndShow, remoteOptions } from "../remote.ts";
import type { Terminal } from "../terminal.ts";

/** Commands about who operates the venue. */
export function addOperatorCommands(program: Command, terminal: Terminal): void {
  const operator = program
    .command("operator")
    .description("who operates the venue: add, list, rotate, remove");
  remoteOptions(operator.command("add"))
    .argument("<name>", "1 to 64 letters, digits, '-', '_' and '.'")
    .addOption(
      new Option("--role <role>", "what it may do").choices(["read", "operate", "admin"]).default("operate"),
    )
    .description("let somebody operate the venue under a name; the token is shown this once")
    .action((name: string, options: RemoteOptions & { readonly role: string }) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "operators/add",
        parameters: { name, role: options.role },
      }),
    );
  remoteOptions(operator.command("list"))
    .description("list the operators and their roles")
    .action((options: RemoteOptions) => callAndShow(terminal, options, { method: "GET", path: "operators" }));
  for (const [name, what] of [
    ["rotate", "give an operator another token, shown this once; the one before is void"],
    ["remove", "let somebody operate the venue no longer"],
  ] as const) {
    remoteOptions(operator.command(name))
      .argument("<name>", "an operator that was added")
      .description(what)
      .action((operatorName: string, options: RemoteOptions) =>
        callAndShow(terminal, options, {
          method: "POST",
          path: `operators/${name}`,
          parameters: { name: operatorName },
        }),
      );
  }
}
