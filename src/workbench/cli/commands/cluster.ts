import { Command } from "commander";
import { withDefaults } from "../../../assembly/venue/options.ts";
import { asSettings, optionsIn, sharedOptions } from "../../../assembly/venue/sharedOptions.ts";
import { withClusterLog } from "../../../assembly/venue/withClusterLog.ts";
import {
  clusterDatabase,
  clusterStatus,
  stepDown,
} from "../../../interface/wire/control/operations/cluster.ts";
import { checkedUrl, clusterOption } from "../clusterFlag.ts";
import { usage } from "../exitCodes.ts";
import { working } from "../offline.ts";
import { operationCommand } from "../operationCommand.ts";
import type { ServeOptions } from "../serve/options.ts";
import { serveOptions, venueOptions } from "../serve/options.ts";
import type { Terminal } from "../terminal.ts";
import { addClusterLogCommands } from "./clusterLog.ts";

/** Commands about the nodes of a cluster, and about its log. */
export function addClusterCommands(program: Command, terminal: Terminal): void {
  const cluster = program
    .command("cluster")
    .description("a cluster: status, database, step-down, import, export, clock, verify, options");
  operationCommand(cluster.command("status"), terminal, clusterStatus);
  operationCommand(cluster.command("database"), terminal, clusterDatabase);
  operationCommand(cluster.command("step-down"), terminal, stepDown);
  addClusterLogCommands(cluster, terminal);
  addClusterOptions(cluster, terminal);
}

type Given = ServeOptions & { readonly cluster: string | true; readonly json?: boolean };

/** Options that are a part of another option: the stored option that each belongs to. */
const PART_OF: Readonly<Record<string, string>> = {
  ...{ symbols: "market", "source-url": "market", "source-sizes": "market", contracts: "market" },
  ...{ "depth-memory": "market", queue: "market", "retire-v2": "sunset" },
};
/** Options that a scenario file (`--market`) may set, too: they are stored with the market. */
const OF_SCENARIO = ["seed", "prehistory"];

/**
 * `outcry cluster options show, set`: the options that all nodes share, which are stored in the database.
 */
function addClusterOptions(cluster: Command, terminal: Terminal): void {
  const options = cluster.command("options").description("options that all nodes have: show, set");
  options
    .command("show")
    .addOption(clusterOption().makeOptionMandatory())
    .option("--json", "print JSON")
    .description("show the options that all nodes of a cluster have, as they are kept in its database")
    .action(async (given: Given) => {
      await working(terminal, given, (onProgress) =>
        withClusterLog(checkedUrl(given.cluster), onProgress, async ({ settings }) =>
          Object.fromEntries(optionsIn(await settings.all())),
        ),
      );
    });
  const set = options
    .command("set")
    .addOption(clusterOption().makeOptionMandatory())
    .option("--json", "print JSON")
    .description("change options for all nodes of a cluster; each goes by them from its next start on");
  const shared = sharedOptions(withDefaults({}));
  for (const option of serveOptions(new Command()).options) {
    const name = option.long!.slice(2);
    if (shared.has(name) || Object.hasOwn(PART_OF, name)) set.addOption(option);
  }
  set.action((given: Given) => change(set, given, terminal));
}

async function change(command: Command, given: Given, terminal: Terminal): Promise<void> {
  const named = command.options
    .filter((option) => command.getOptionValueSource(option.attributeName()) === "cli")
    .map(({ long }) => long!.slice(2))
    .map((name) => PART_OF[name] ?? name);
  const usual = serveOptions(new Command()).opts<ServeOptions>();
  const meant = await venueOptions({ ...usual, ...given });
  const all = sharedOptions(withDefaults(meant));
  if (named.includes("market") && typeof meant.market === "object") named.push(...OF_SCENARIO);
  const changed = new Map([...all].filter(([name]) => named.includes(name)));
  if (changed.size === 0) throw usage("name what is to be changed, such as --limits published");
  await working(terminal, given, (onProgress) =>
    withClusterLog(checkedUrl(given.cluster), onProgress, async ({ settings }) => {
      const before = optionsIn(await settings.all());
      await settings.set(asSettings(changed));
      return [...changed].map(([option, is]) => ({ option, was: before.get(option) ?? "", is }));
    }),
  );
  terminal.err(
    "a node takes the changed options when it is started again: start the nodes again, one after the other, the leading one last\n",
  );
}
