import type { Command } from "commander";
import type { RemoteOptions } from "../remote.ts";
import { callAndShow, remoteOptions, repeatableOptions } from "../remote.ts";
import type { Terminal } from "../terminal.ts";

/** Commands about agents, whom they brought, and their part of the fees. */
export function addReferralCommands(program: Command, terminal: Terminal): void {
  const referral = program.command("referral").description("agents and their rebates: list, set, pay");
  remoteOptions(referral.command("list"))
    .option("--agent <account>", "only those that this one brought, id or name")
    .description("list the users that agents brought, and what is due")
    .action((options: RemoteOptions & { readonly agent?: string }) =>
      callAndShow(terminal, options, {
        method: "GET",
        path: "referrals",
        parameters: { agent: options.agent },
      }),
    );
  repeatableOptions(referral.command("set"))
    .argument("<account>", "id or name of the user")
    .argument("<agent>", "id or name of who brought the user, or none")
    .argument("[rebate-rate]", "the agent's part of the trading fees, a fraction")
    .description("name a user's agent, or end that; what is due is paid first")
    .action((account: string, agent: string, rebateRate: string | undefined, options: RemoteOptions) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "referrals/set",
        parameters: { account, agent, rebateRate },
      }),
    );
  repeatableOptions(referral.command("pay"))
    .argument("<account>", "id or name of the user")
    .description("pay the user's agent its part of the fees since the last payment")
    .action((account: string, options: RemoteOptions) =>
      callAndShow(terminal, options, { method: "POST", path: "referrals/pay", parameters: { account } }),
    );
}
