/** What `promtool check metrics` holds of an exposition: https://prometheus.io/docs/practices/naming/ */

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labels: ReadonlySet<string>;
}

/** The problems of an exposition, a sentence each; none where it is as the rules have it. */
export function problemsOf(exposition: string): readonly string[] {
  const families = readFamilies(exposition);
  const samples = exposition.split("\n").flatMap((line) => /^([\w:]+)[{ ]/.exec(line)?.[1] ?? []);
  const known = new Set([...families.values()].flatMap(samplesOf));
  const strays = samples.filter((name) => !known.has(name));
  return [
    ...strays.map((name) => `${name} has no type`),
    ...[...families.values()].flatMap((family) =>
      Object.entries(RULES)
        .filter(([, isBroken]) => isBroken(family))
        .map(([rule]) => `${family.name}: ${rule}`),
    ),
  ];
}

function readFamilies(exposition: string): ReadonlyMap<string, Family> {
  const families = new Map<string, Family>();
  for (const [, name = "", type = ""] of exposition.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    if (families.has(name)) throw new Error(`${name} is declared twice`);
    const help = new RegExp(`^# HELP ${name} (.*)$`, "m").exec(exposition)?.[1] ?? "";
    const labelled = [
      ...exposition.matchAll(new RegExp(`^${name}(?:_bucket|_sum|_count)?\\{(.*)\\} \\S+$`, "gm")),
    ];
    const names = labelled.flatMap(([, text = ""]) =>
      [...text.matchAll(/(\w+)="/g)].map(([, label]) => label!),
    );
    families.set(name, { name, help, type, labels: new Set(names) });
  }
  return families;
}

/** The names under which a family's samples stand. */
function samplesOf({ name, type }: Family): readonly string[] {
  const parts = [`${name}_sum`, `${name}_count`];
  if (type === "histogram") return [`${name}_bucket`, ...parts];
  return type === "summary" ? [name, ...parts] : [name];
}

const UNITS =
  /^(?:pico|nano|micro|milli|centi|deci|deca|hecto|kilo|kibi|mega|mibi|giga|gibi|tera|tebi|peta|pebi)(?:amperes|bytes|celsius|grams|joules|kelvin|meters|metres|seconds|volts|bits)$|^(?:minutes|hours|days|weeks|kelvins|fahrenheit|rankine|inches|yards|miles|bits|calories|pounds|ounces)$/;
const ABBREVIATIONS = new Set("s ms us ns sec b kb mb gb tb pb m h d".split(" "));
const TYPES = new Set(["counter", "gauge", "summary", "histogram", "gauge_histogram"]);
const words = (name: string): readonly string[] => name.toLowerCase().split("_");

/** Each rule, and whether a family breaks it. */
const RULES: Readonly<Record<string, (family: Family) => boolean>> = {
  "has no help text": ({ help }) => help === "",
  "a counter's name ends in _total": ({ name, type }) => type === "counter" && !name.endsWith("_total"),
  "only a counter's name ends in _total": ({ name, type }) => type !== "counter" && name.endsWith("_total"),
  "only a histogram's name ends in _bucket": ({ name, type }) =>
    type !== "histogram" && name.endsWith("_bucket"),
  "only a histogram's or summary's name ends in _count or _sum": ({ name, type }) =>
    type !== "histogram" && type !== "summary" && /_(?:count|sum)$/.test(name),
  "only a histogram has the label le": ({ type, labels }) => type !== "histogram" && labels.has("le"),
  "only a summary has the label quantile": ({ type, labels }) => type !== "summary" && labels.has("quantile"),
  "the name has a unit that is no base unit": ({ name }) => words(name).some((word) => UNITS.test(word)),
  "the name has an abbreviated unit": ({ name }) =>
    words(name)
      .slice(1)
      .some((word) => ABBREVIATIONS.has(word)),
  "the name says its type": ({ name }) =>
    words(name)
      .slice(1)
      .some((word) => TYPES.has(word)),
  "a colon is for recording rules": ({ name }) => name.includes(":"),
  "names are in snake_case": ({ name, labels }) => [name, ...labels].some((each) => /[a-z][A-Z]/.test(each)),
};
