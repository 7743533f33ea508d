import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { changeAccount } from "../../src/interface/wire/control/operations/account.ts";
import { parseServers } from "../../src/kernel/journal/postgres/hosts.ts";
import { serverFault } from "../../src/kernel/journal/postgres/serverChecks.ts";
import { adminToken, demoAccounts, masterKey } from "../../src/workbench/cli/config.ts";
import { createProgram } from "../../src/workbench/cli/program.ts";
import { processTerminal } from "../../src/workbench/cli/terminal.ts";
import { leafCommands } from "./reference.ts";

/** What operators are told to type, and what containers are started with, is what the program takes. */

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const dockerfile = read("Dockerfile");
const compose = read("compose.yaml");
const operations = read("docs/operations.md");

/** Words after an instruction of the Dockerfile; of the last one where there are several. */
function instruction(name: string): string {
  return [...dockerfile.matchAll(new RegExp(`^${name} (.*)$`, "gm"))].at(-1)![1]!;
}

/**
 * Holds a command line, without `outcry`, to the command's own options and arguments.
 *
 * @param mayBeName whether arguments, and the value of a last option, may be left out, as in a sentence
 */
async function expectTaken(
  words: readonly string[],
  mayBeName = false,
): Promise<Readonly<Record<string, unknown>>> {
  const commands = leafCommands(await createProgram(processTerminal, words[0]));
  const found = commands.find(([path]) => path.split(" ").every((word, i) => words[i] === word));
  expect(found, words.join(" ")).toBeDefined();
  const [path, command] = found!;
  const given = words.slice(path.split(" ").length);
  const last = command.options.find(({ long }) => long === given.at(-1));
  if (mayBeName && last?.required === true) given.push("VALUE");
  const { operands, unknown } = command.parseOptions(given);
  expect(unknown).toEqual([]);
  const { registeredArguments: taken } = command;
  if (!mayBeName || operands.length > 0)
    expect(operands.length).toBeGreaterThanOrEqual(taken.filter(({ required }) => required).length);
  if (taken.at(-1)?.variadic !== true) expect(operands.length).toBeLessThanOrEqual(taken.length);
  return command.opts();
}

describe("the container", async () => {
  const options = await expectTaken(JSON.parse(instruction("CMD")));

  test("listens where it is exposed, examined and published, and writes where its volume is", () => {
    expect(instruction("EXPOSE")).toBe(options.port);
    expect(dockerfile).toContain(`fetch('http://127.0.0.1:${options.port}/health')`);
    expect(compose).toContain(`"127.0.0.1:${options.port}:${options.port}"`);
    expect(instruction("VOLUME")).toBe(options.data);
    expect(compose).toContain(`- data:${options.data}\n`);
  });

  test("has a place for backups, which cannot lie in its data", () => {
    const [, directory, data] = /outcry backup (\S+) --data (\S+)/.exec(operations)!;
    expect(data).toBe(options.data);
    const place = `/${directory!.split("/")[1]}`;
    expect(place).not.toBe(data);
    expect(dockerfile).toMatch(new RegExp(`install .*--owner outcry .* ${place}$`, "m"));
    for (const file of [compose, read("examples/cluster/compose.yaml")])
      expect(file).toMatch(new RegExp(`\\bbackups:${place}\\b`));
  });

  test("is called by its service's name", () => {
    const [, service] = /^services:\n {2}(\w+):/m.exec(compose)!;
    expect(options.hostName).toEqual([service]);
  });

  test("gets every string that the program reads from the environment, and none by default", () => {
    const asked = new Set<string>();
    const environment = new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void asked.add(String(name)) });
    for (const reads of [demoAccounts, adminToken, masterKey]) reads(environment);
    const given = [...compose.matchAll(/^ {6}(OUTCRY_\w+): \$\{(\w+):\?[^}]+\}$/gm)];
    expect(given.map(([, name]) => name).sort()).toEqual([...asked].sort());
    expect(given.map(([, name]) => name)).toEqual(given.map(([, , from]) => from));
  });
});

describe("the cluster in containers", () => {
  const [text, primary, standby, proxy, turned] = (
    ["compose.yaml", "primary.sh", "standby.sh", "nginx.conf", "failover.yaml"] as const
  ).map((name) => read(`examples/cluster/${name}`)) as [string, string, string, string, string];
  const database = / OUTCRY_CLUSTER: (.*)\n/.exec(text)![1]!.replace(/\$\{\w+:\?[^}]*\}/, "secret");
  const services = [...text.slice(text.indexOf("\nservices:")).matchAll(/^ {2}(\w+):\n((?: {4}.*\n)+)/gm)];
  const nodes = services.filter(([, name]) => name!.startsWith("node"));
  const named = (service: string) => services.find(([, name]) => name === service)![2]!;

  test("there are three nodes, and each is started as the program takes it, under its own name", async () => {
    expect(nodes).toHaveLength(3);
    for (const [, name, node] of nodes) {
      const list = /command: \[(.*?)\]\n/s.exec(node!)![1]!.replaceAll(/\$\{\w+:\?[^}]*\}/g, "secret");
      const options = await expectTaken(list.split(/,\s+/).map((word) => word.replaceAll('"', "")));
      expect(options).toMatchObject({
        advertise: `${name}:8900`,
        data: "/data",
        port: "8787",
        hostName: ["outcry"],
      });
      expect(node).toContain(`volumes: ["${name}:/data", "backups:/backups"]`);
      expect(node).toMatch(/networks: \{ default: \{ ipv4_address: 172\.30\.8\.\d+ \} \}/);
      expect(text).toContain(`subnet: ${(options.proxy as string[])[0]} `);
      expect(proxy).toContain(`server ${name}:8787 `);
      expect(options.cluster).toBe(true); // it has a password, which is in the environment
      const servers = parseServers(database);
      expect(servers.map((server) => server.name.split(":")[0])).toEqual(["db1", "db2"]);
      for (const { name: server } of servers)
        expect(named(server.split(":")[0]!)).toContain("image: postgres:");
    }
  });

  test("the database is one that the program takes", () => {
    const [, names] = /synchronous_standby_names = '(.*)'/.exec(primary)!;
    const servers = database.match(/(?<=[@,])db\d+/g);
    expect(/\((.*)\)/.exec(names!)![1]!.split(", ")).toEqual(servers);
    const [, leads, follows] = /host=\$\{PRIMARY:-(\w+)\} .*=\$\{STANDBY:-(\w+)\}"/.exec(standby)!;
    expect([leads, follows]).toEqual(servers);
    expect(turned).toContain(`  ${leads}:\n    user: postgres\n    entrypoint: [bash, /standby.sh]\n`);
    expect(turned).toContain(`environment: { PRIMARY: ${follows}, STANDBY: ${leads} }`);
    expect(named("db1")).toContain("--data-checksums");
    const [, version] = /image: postgres:(\d+)\n/.exec(named("db1"))!;
    const usual = { fsync: "on", full_page_writes: "on", synchronous_commit: "on", unseen: 0 };
    const state = { ...usual, version: Number(version) * 10_000, data_checksums: "on", standbys: 1 };
    const demands = { single: false, atStart: true };
    expect(serverFault({ ...state, synchronous_standby_names: names! }, demands)).toBeUndefined();
    expect(named("db1")).toContain("primary.sh:/docker-entrypoint-initdb.d/");
    expect(named("db2")).toContain("standby.sh:/standby.sh");
  });

  test("every secret of a venue is asked for", () => {
    const strings = (of: string) => [...of.matchAll(/^ {4,6}(OUTCRY_\w+: .*)$/gm)].map(([, line]) => line);
    expect(strings(text).filter((line) => !line!.startsWith("OUTCRY_CLUSTER: "))).toEqual(strings(compose));
    expect(text).not.toMatch(/\$\{\w+(?::-|\})/);
  });
});

describe("a venue for others", async () => {
  const folder = "examples/hosting";
  const text = read(`${folder}/compose.yaml`);
  const unit = read(`${folder}/outcry.service`);
  const services = [...text.slice(text.indexOf("\nservices:")).matchAll(/^ {2}(\w+):\n((?: {4}.*\n)+)/gm)];
  const named = (service: string) => services.find(([, name]) => name === service)![2]!;
  const [, started] = /^ExecStart=.* outcry (serve .*)$/m.exec(unit)!;
  const onMachine = await expectTaken(started!.split(" "));
  const list = /command: \[(.*?)\]\n/s
    .exec(named("outcry"))![1]!
    .replaceAll(/\$\{\w+:\?[^}]*\}/g, "venue.example");
  const inContainer = await expectTaken(list.split(/,\s+/).map((word) => word.replaceAll('"', "")));

  test("is started as the program takes it, alike as a service and in a container", () => {
    const { data, host, port, proxy, ...alike } = inContainer;
    expect([data, host, port]).toEqual([instruction("VOLUME"), "0.0.0.0", instruction("EXPOSE")]);
    expect(onMachine).toMatchObject({ ...alike, data: "/var/lib/outcry", port, proxy: ["127.0.0.1"] });
    expect(text).toContain(`ipam: { config: [{ subnet: ${(proxy as string[])[0]} }] }`);
    const lines = unit.split("\n").filter((line) => !/^#|^ExecStart=|^ReadWritePaths=/.test(line));
    expect(operations.split("\n")).toEqual(expect.arrayContaining(lines));
  });

  test("is forwarded to by the proxy, and asked for its metrics, where it listens", () => {
    const [, host, upstream] =
      /^\{\$OUTCRY_HOST:(.*)\} \{\n\treverse_proxy \{\$OUTCRY_UPSTREAM:(.*)\} \{$/m.exec(
        read(`${folder}/Caddyfile`),
      )!;
    expect([host]).toEqual(onMachine.hostName);
    expect(upstream).toBe(`127.0.0.1:${onMachine.port}`);
    expect(named("proxy")).toContain(`OUTCRY_UPSTREAM: outcry:${inContainer.port}\n`);
    const [, target] = /targets: \["(.*)"\]/.exec(read("examples/monitoring/prometheus.yml"))!;
    expect(target).toBe(`127.0.0.1:${onMachine.controlPort}`);
    expect(named("prometheus")).toContain("network_mode: service:outcry\n");
    expect(read(`${folder}/grafana/datasource.yaml`)).toContain("url: http://outcry:9090\n");
  });

  test("is asked for every secret, and what is mounted is there", () => {
    const strings = [...named("outcry").matchAll(/^ {6}(OUTCRY_\w+: .*)$/gm)].map(([, line]) => line);
    expect(strings).toEqual([...compose.matchAll(/^ {6}(OUTCRY_\w+: .*)$/gm)].map(([, line]) => line));
    expect(text).not.toMatch(/\$\{\w+(?::-|\})/);
    const mounted = [...text.matchAll(/(?<=["\s])(\.{1,2}\/[\w./]+):\//g)].map(([, path]) => path!);
    expect(mounted.length).toBeGreaterThan(4);
    for (const path of mounted) expect(existsSync(join(ROOT, folder, path)), path).toBe(true);
    const volumes = /^volumes: \{(.*)\}$/m.exec(text)![1]!.match(/\w+(?=:)/g)!;
    const used = [...text.matchAll(/["\s-](\w+):\/(?:data|backups|prometheus|var)/g)].map(
      ([, name]) => name!,
    );
    expect([...new Set(used)].sort()).toEqual([...volumes].sort());
  });

  test("has an entry in docs/hosting.md for every alert", () => {
    const alerts = [...read("examples/monitoring/alerts.yaml").matchAll(/- alert: (\w+)/g)].map(
      ([, name]) => name!,
    );
    const told = [...read("docs/hosting.md").matchAll(/^\| (Outcry\w+(?:, Outcry\w+)*) \|/gm)].flatMap(
      ([, names]) => names!.split(", "),
    );
    expect(told.sort()).toEqual(alerts.sort());
  });
});

/** Commands that a source quotes, and `account set` anywhere; `NAME` for what is known only when it runs. */
function hintsIn(source: string): string[] {
  const code = source.replaceAll(/^\s*(?:\*|\/\/|\/\*\*).*$/gm, "").replaceAll(/\$\{[^}]*\}/g, "NAME");
  const hints = code.matchAll(/[`"]outcry ([a-z][^`":\n]*)[`"]|outcry (account set \S+ \w+=[\w-]+)/g);
  return [...hints].map(([, quoted, set]) => quoted ?? set!).filter((hint) => hint !== "node");
}

describe("what the program itself says is to be typed", () => {
  const src = join(ROOT, "src");
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const hints = new Set(files.flatMap((file) => hintsIn(readFileSync(join(src, file), "utf8"))));

  test("there is much of it", () => {
    expect(hints.size).toBeGreaterThan(20);
  });

  test.each([...hints])("outcry %s", async (hint) => {
    const words = hint.split(/ +/);
    await expectTaken(words, true);
    for (const word of words[1] === "set" ? words : []) {
      const [, name, value] = /^(\w+)=(.+)$/.exec(word) ?? [];
      const { schema } = changeAccount.parameters[name as "status"] ?? {};
      if (name !== undefined) expect((schema as { enum?: string[] } | undefined)?.enum).toContain(value);
    }
  });
});

/** Of the user's documents, but for the page that is made out of the program. */
const PAGES = [
  "README.md",
  ...["docs", "docs/reference"].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
  ),
].filter((path) => path.endsWith(".md") && path !== "docs/reference/cli.md");

describe.each(PAGES)("%s", (path) => {
  const page = read(path).replaceAll(/\$\(.*?\)/g, "NAME");
  const blocks = [...page.matchAll(/^```\w*\n(.*?)^```$/gms)].map(([, text]) => text!);
  const lines = blocks.flatMap((text) =>
    text.split(/\n|&&|\|\|| \| | > /).map((line) => line.replace(/ +# .*/, "")),
  );
  const inline = [...page.matchAll(/`((?:npm run )?outcry [^`…]+)`/g)].map(([, text]) => text!);
  const typedIn = (those: readonly string[]) =>
    those.flatMap(
      (line) =>
        /^(?:.*\s)?(?<!(?:role|database|schema|owner) )outcry (?:-- )?([a-z].+)$/.exec(line)?.[1] ?? [],
    );
  const [typed, told] = [typedIn(lines), typedIn(inline)];
  const cron = path === "docs/hosting.md" ? read("examples/hosting/outcry.cron") : "";
  const nightly = [
    ...cron.replaceAll(/\$\(.*?\)/g, "NAME").matchAll(/ outcry outcry (.+?)(?: &&.*)?$/gm),
  ].map(([, line]) => line!);
  const served = lines.flatMap((line) => /^ *command: (serve .+)$/.exec(line)?.[1] ?? []);

  test("has commands to hold to the program", () => {
    const isLong = /^docs\/(?:operations|hosting)/.test(path);
    const isGuide = /^docs\/(?:run|bots|exam|replay|scenarios|contests|testing|branches|faults)/.test(path);
    expect(typed.length + told.length).toBeGreaterThan(isLong ? 15 : isGuide ? 1 : -1);
    if (isLong) expect(served.length + nightly.length).toBeGreaterThan(0);
  });

  test.each([...typed, ...served, ...nightly])("outcry %s", async (line) => {
    await expectTaken(line.trim().split(/ +/));
  });

  test.each(told)("`outcry %s`", async (line) => {
    await expectTaken(line.split(/ +/), true);
  });
});

describe("three machines", async () => {
  const page = read("docs/three-machines.md");
  const [, line] = /^ExecStart=\/usr\/bin\/env outcry (.*)$/m.exec(
    read("examples/cluster/outcry-node.service"),
  )!;
  const node = await expectTaken(line!.replaceAll(/\$\{OUTCRY_ADDRESS\}/g, "10.0.0.11").split(" "));

  test("the balancer asks the nodes where they listen, and they believe its address", () => {
    const servers = [...read("examples/cluster/haproxy.cfg").matchAll(/^ {2}server \w+ (\S+):(\d+)$/gm)];
    expect(servers.map(([, address]) => address)).toEqual(node.proxy);
    expect(new Set(servers.map(([, , port]) => port))).toEqual(new Set([node.port]));
  });

  test("the database's URL names all machines, and asks for a certificate that is verified", () => {
    const [, url] = /^OUTCRY_CLUSTER='(.*)'$/m.exec(page)!;
    expect(parseServers(url!).map(({ name }) => name)).toEqual(node.proxy);
    expect(url).toContain("?sslmode=verify-full&sslrootcert=/etc/outcry/ca.pem");
  });

  test("its settings are such that nothing acknowledged is lost", () => {
    const [, names] = /^synchronous_standby_names = '(.*)'$/m.exec(page)!;
    expect(names).toBe("ANY 1 (a, b, c)");
    expect(page).toContain("--data-checksums");
  });
});
