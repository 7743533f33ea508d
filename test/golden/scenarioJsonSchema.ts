import { isNever } from "../../src/assembly/venue/timeline.ts";
import { faultParameters } from "../../src/interface/wire/control/operations/faults.ts";
import type { Parameters } from "../../src/interface/wire/index.ts";
import { schemaOf } from "../../src/interface/wire/index.ts";
import { feedSchemas, ScenarioSchema } from "../../src/movers/feeds/scenarioSchema.ts";
import { controlOperations } from "../../src/service/gateway/control/index.ts";

/**
 * The schema of a scenario file as a JSON Schema: feeds by their type, and moments by the operation that they
 * call, each with its parameters.
 */
export function scenarioJsonSchema(): unknown {
  const { properties } = ScenarioSchema;
  const { properties: moment } = properties.timeline.items;
  const { atMs, with: _, do: __, expect: ___, is, say, everyMs, times } = moment;
  const form = (parts: Readonly<Record<string, unknown>>, required: readonly string[]) => {
    return { type: "object", additionalProperties: false, required, properties: { atMs, ...parts } };
  };
  /** A moment that calls an operation. @param more what goes with it, and what of that must be there */
  const callsOf = (method: string, word: "do" | "expect", more: object, needed: readonly string[]) =>
    controlOperations
      .filter((each) => each.method === method)
      .map(({ path, ...rest }) => ({ ...rest, name: path.slice("/control/".length) }))
      .filter(({ name }) => !isNever(name))
      .map(({ name, summary, parameters }) => {
        const given = givenOf(parameters);
        const needs = given.required === undefined ? needed : [...needed, "with"];
        const called = { [word]: { const: name, description: summary }, with: given, ...more };
        return form(called, ["atMs", word, ...needs]);
      });
  const moments = [
    form({ say }, ["atMs", "say"]),
    ...callsOf("POST", "do", { everyMs, times }, []),
    ...callsOf("GET", "expect", { is }, ["is"]),
  ];
  return JSON.parse(
    JSON.stringify({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "A scenario of a market",
      ...ScenarioSchema,
      properties: {
        ...properties,
        feeds: { type: "object", additionalProperties: { anyOf: Object.values(feedSchemas) } },
        faults: {
          ...properties.faults,
          items: givenOf(faultParameters),
        },
        timeline: { ...properties.timeline, items: { anyOf: moments } },
      },
    }),
  );
}

/** Parameters as a file may say them: a decimal, which answers have as text, as a number too. */
function givenOf(parameters: Parameters) {
  const { properties, ...rest } = schemaOf(parameters) as {
    readonly properties: Readonly<
      Record<string, { readonly type?: string; readonly enum?: unknown; readonly description?: string }>
    >;
    readonly required?: readonly string[];
  };
  const loose = Object.entries(properties).map(([name, schema]) => {
    const isText = schema.type === "string" && schema.enum === undefined;
    return [name, isText ? { ...schema, type: ["string", "number"] } : schema];
  });
  return { ...rest, properties: Object.fromEntries(loose), additionalProperties: false };
}
