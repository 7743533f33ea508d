import type { Command } from "commander";
import { riskOptions } from "../../wire/control/riskOptions.ts";
import type { RemoteOptions } from "../remote.ts";
import { callAndShow, remoteOptions } from "../remote.ts";
import type { Terminal } from "../terminal.ts";

/** Options of `outcry contract risk`: a flag of each option's name, with its words, the default first. */
const choices = Object.entries(riskOptions).map(([name, { description, words }]) => ({
  name,
  flag: `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} <word>`,
  description: sentence(description, Object.keys(words)),
}));

function sentence(description: string, words: readonly string[]): string {
  const meaning = description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, "");
  return `${meaning} (${words.join(", ")}; default: ${words[0]})`;
}

const flags = [
  ["--preview", "preview", "show who would be in breach, and change nothing"],
  ["--anyway", "anyway", "although somebody would be in breach and is liquidated"],
  ["--new-only", "newOnly", "for new positions only: what is open requires what it did until it is closed"],
] as const;

/** `outcry contract risk`: what a contract does otherwise than by default. */
export function addRiskCommand(contract: Command, terminal: Terminal): void {
  const risk = remoteOptions(contract.command("risk")).argument("<symbol>", "symbol or coin");
  for (const { flag, description } of choices) risk.option(flag, description);
  for (const [flag, , description] of flags) risk.option(flag, description);
  risk
    .description("choose how a contract deals with risk; what is left out stays as it is")
    .action((symbol: string, options: RemoteOptions & Readonly<Record<string, string | undefined>>) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "contracts/risk",
        parameters: {
          symbol,
          ...Object.fromEntries(
            [...choices.map(({ name }) => name), ...flags.map(([, name]) => name)].map((name) => [
              name,
              options[name],
            ]),
          ),
        },
      }),
    );
}
