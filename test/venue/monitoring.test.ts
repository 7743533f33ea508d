import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { limitProfiles } from "../../src/service/gateway/index.ts";
import { Nodes } from "../cluster/nodes.ts";
import { directoryOfFile } from "../host/temporaryDirectory.ts";
import { placeLimit } from "./placeLimit.ts";

/** What the dashboard and the alerts of `examples/monitoring` ask for is what a venue shows. */

const read = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../../examples/monitoring", name), "utf8");
const dashboard = JSON.parse(read("dashboard.json")) as {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
};
const alerts = [...read("alerts.yaml").matchAll(/- alert: (\w+)\n +expr: (.*)\n((?: {8}.*\n)+)/g)].map(
  ([, name = "", expr = "", rest = ""]) => ({ name, expr, text: rest }),
);
const shown = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({ name: title, expr, text: legendFormat })),
);

/** Values of each label, by the name of a series. */
type Series = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** Labels that Prometheus gives every series. */
const GIVEN = ["job", "instance"];
const FUNCTIONS = new Set(
  "absent changes histogram_quantile increase max min predict_linear rate sum topk".split(" "),
);
const OPERATORS = new Set(["and", "or", "unless"]);

/**
 * What is wrong with an expression, and with the labels that its text names; none where every series is one
 * of the venue's.
 */
function problemsOf(
  { expr, text }: { readonly expr: string; readonly text: string },
  series: Series,
): string[] {
  const problems: string[] = [];
  const grouped: string[] = [];
  const aggregated: string[] = [];
  const bare = expr
    .replaceAll(/\[[^\]]*\]|\boffset \w+/g, "")
    .replaceAll(/\b(by|on) \(([^)]*)\)/g, (_, how: string, labels: string) => {
      grouped.push(...labels.split(/, */));
      if (how === "by") aggregated.push(...labels.split(/, */));
      return "";
    });
  const labels = new Set<string>();
  let found = 0;
  for (const [, name = "", matchers = "", call] of bare.matchAll(
    /(?<![\w.])([a-z_]\w*)(?:\{([^}]*)\})?( *\()?/g,
  )) {
    if (call !== undefined && FUNCTIONS.has(name)) continue;
    if (OPERATORS.has(name)) continue;
    found++;
    const known = series.get(name);
    if (known === undefined) {
      problems.push(`no series ${name}`);
      continue;
    }
    for (const label of known.keys()) labels.add(label);
    for (const [, label = "", how, value = ""] of matchers.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)) {
      if (GIVEN.includes(label)) continue;
      if (!known.has(label)) problems.push(`${name} has no label ${label}`);
      else if (how !== "=~" && !known.get(label)!.has(value))
        problems.push(`${name} has no ${label} ${value}`);
    }
  }
  if (found === 0) problems.push("asks for no series");
  for (const label of grouped)
    if (!labels.has(label) && !GIVEN.includes(label) && label !== "le") problems.push(`no label ${label}`);
  const said = [...text.matchAll(/\{\{ *(?:\$labels\.)?(\w+) *(?:\||\}\})/g)].map(([, label]) => label!);
  const left = aggregated.length > 0 ? new Set(aggregated) : labels;
  for (const label of said)
    if (!left.has(label) && !GIVEN.includes(label)) problems.push(`says ${label}, which is no label of it`);
  return problems;
}

function seriesOf(exposition: string): Series {
  const series = new Map<string, Map<string, Set<string>>>();
  for (const [, name = "", labels = ""] of exposition.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const known = series.get(name) ?? new Map<string, Set<string>>();
    series.set(name, known);
    for (const [, label = "", value = ""] of labels.matchAll(/(\w+)="([^"]*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value));
  }
  return series;
}

/** What Prometheus is told by a node of a cluster, and by a venue that has traded. */
let expositions: readonly string[];
let series: Series;

beforeAll(async () => {
  expositions = [await shownByNode(), await shownByVenue()];
  series = new Map(expositions.flatMap((exposition) => [...seriesOf(exposition)]));
});

async function shownByNode(): Promise<string> {
  const nodes = new Nodes();
  try {
    const node = await nodes.start("a", { prehistory: 0 });
    return await shownAt(node);
  } finally {
    await nodes.stop();
  }
}

async function shownAt({ controlUrl }: Venue): Promise<string> {
  return (await fetch(`${controlUrl}/metrics`)).text();
}

const data = directoryOfFile();

async function shownByVenue(): Promise<string> {
  const limits = limitProfiles.seed;
  await using venue = await startVenue({
    ...{ prices: { btc: 60_000 }, prehistory: 0, clock: "test", limits, data },
  });
  await placeLimit(venue, 0, {});
  await placeLimit(venue, 1, { type: "2" });
  return await shownAt(venue);
}

describe("every series and label is one of a venue that has traded", () => {
  test.each(alerts)("alert $name: $expr", (alert) => {
    expect(problemsOf(alert, series)).toEqual([]);
  });

  test.each(shown)("$name: $expr", (panel) => {
    expect(problemsOf(panel, series)).toEqual([]);
  });
});

/** `vitest run test/venue/monitoring.test.ts --update` writes the page anew. */
test("docs/reference/metrics.md has every figure", async () => {
  const told = expositions.flatMap((text) => [...text.matchAll(/^# HELP (outcry_\w+) (.*)$/gm)]);
  const meanings = new Map(told.map(([, name, meaning]) => [name!, meaning!]));
  expect(meanings.size).toBeGreaterThan(45);
  const rows = [...meanings].toSorted().map(([name, meaning]) => {
    const labels = [...(series.get(name) ?? series.get(`${name}_bucket`) ?? new Map()).keys()];
    return `| \`${name}\` | ${labels.filter((label) => label !== "le").join(", ")} | ${meaning} |`;
  });
  const page = `<!-- Written by test/venue/monitoring.test.ts from what a venue tells Prometheus. -->
# Metrics

\`GET /metrics\`, beside [control](control.md) and without a token, in the text form that Prometheus reads: the process's own
figures, and these. What cannot be had is left out, and the log says why.

| Figure | By | |
|---|---|---|
${rows.join("\n")}
`;
  await expect(page).toMatchFileSnapshot("../../docs/reference/metrics.md");
});

test("there are alerts and panels, each once and with something to say", () => {
  const written = [...read("alerts.yaml").matchAll(/^ +- alert:/gm)];
  expect(alerts).toHaveLength(written.length);
  expect(new Set(alerts.map(({ name }) => name)).size).toBe(alerts.length);
  for (const { name, text } of alerts) {
    expect(text, name).toMatch(/labels: \{ severity: (?:critical|warning) \}\n/);
    expect(text, name).toMatch(/summary: "[^"]+\."/);
  }
  expect(shown.length).toBeGreaterThan(30);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  const config = read("prometheus.yml");
  expect(config).toContain("rule_files: [alerts.yaml]\n");
  expect(config).toContain("job_name: outcry\n");
});

test.each([
  ["rate(outcry_order_total[5m])", "", "no series outcry_order_total"],
  ["rates(outcry_orders_total[5m])", "", "no series rates"],
  ["5 > 2", "", "asks for no series"],
  ['outcry_news_total{sort="funding"}', "", "outcry_news_total has no label sort"],
  ['outcry_news_total{kind="fundings"}', "", "outcry_news_total has no kind fundings"],
  ["sum by (contract) (outcry_last_price)", "", "no label contract"],
  ["sum by (symbol) (outcry_last_price)", "{{kind}}", "says kind, which is no label of it"],
  ["outcry_last_price", "{{ $labels.contract }}", "says contract, which is no label of it"],
])("a wrong expression is found: %s %s", (expr, text, problem) => {
  expect(problemsOf({ expr, text }, series)).toEqual([problem]);
});
