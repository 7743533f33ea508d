/** A schema of a request or an answer with a recorded example, as OpenAPI 3.1 has it; `undefined`: there is none. */
export function withExample(schema: object, value: unknown): object {
  return value === undefined ? schema : { ...schema, examples: [value] };
}
