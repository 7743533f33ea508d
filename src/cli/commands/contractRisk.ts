import type { Command } from "commander";
import type { RemoteOptions } from "../remote.ts";
import { callAndShow, remoteOptions } from "../remote.ts";
import type { Terminal } from "../terminal.ts";

/** Options of `outcry contract risk`: its flag, the parameter of control, and what it says. */
const riskOptions = [
  [
    "--funding <way>",
    "funding",
    "isolated payers pay down to their requirement, or in full: capped, full (default: capped)",
  ],
  [
    "--residual <who>",
    "residual",
    "who receives what an isolated liquidation leaves: user, fund (default: user)",
  ],
  [
    "--tiers <form>",
    "tiers",
    "each slice of the notional requires the rate of its own tier, or the whole that of its tier: bracketed, flat (default: bracketed)",
  ],
  [
    "--tier-notional <size>",
    "tierNotional",
    "what picks the tier of a shared symbol, long and short together or their net: both, net (default: both)",
  ],
  [
    "--hedge-requirement <size>",
    "hedgeRequirement",
    "which size of a hedged shared symbol carries its requirement: net, larger, sum (default: net)",
  ],
  [
    "--position-margin <value>",
    "positionMargin",
    "what the margin of a shared position is a share of, its value at mark or its entry value: mark, entry (default: mark)",
  ],
  [
    "--funding-average <how>",
    "fundingAverage",
    "premium samples weigh more towards the end of the period, or all the same: weighted, mean (default: weighted)",
  ],
  [
    "--presets <when>",
    "presets",
    "presets come with the first fill of their order, or when it is filled: first-fill, filled (default: first-fill)",
  ],
  [
    "--fee-rounding <way>",
    "feeRounding",
    "which way the fee of a fill is rounded; a rebate is truncated either way: trunc, up (default: trunc)",
  ],
  [
    "--large-liquidations <how>",
    "largeLiquidations",
    "how far a liquidation lowers what is above the first tier at a time: two-tiers, minimum, fifth (default: two-tiers)",
  ],
  [
    "--adl-ranking <order>",
    "adlRanking",
    "counterparties are deleveraged by profit and leverage, or in an order drawn for each command: profit-leverage, random (default: profit-leverage)",
  ],
  [
    "--exits <how>",
    "exits",
    "triggered stops and closePositions make room among resting closes, or take what those have not reserved: make-room, yield (default: make-room)",
  ],
] as const;
const flags = [
  ["--preview", "preview", "show who would be in breach, and change nothing"],
  ["--anyway", "anyway", "although somebody would be in breach and is liquidated"],
  ["--new-only", "newOnly", "for new positions only: what is open requires what it did until it is closed"],
] as const;

/** `outcry contract risk`: what a contract does otherwise than by default. */
export function addRiskCommand(contract: Command, terminal: Terminal): void {
  const risk = remoteOptions(contract.command("risk")).argument("<symbol>", "symbol or coin");
  for (const [flag, , description] of riskOptions) risk.option(flag, description);
  for (const [flag, , description] of flags) risk.option(flag, description);
  risk
    .description("choose how a contract deals with risk; what is left out stays as it is")
    .action((symbol: string, options: RemoteOptions & Readonly<Record<string, string | undefined>>) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "contracts/risk",
        parameters: {
          symbol,
          ...Object.fromEntries([...riskOptions, ...flags].map(([, name]) => [name, options[name]])),
        },
      }),
    );
}
