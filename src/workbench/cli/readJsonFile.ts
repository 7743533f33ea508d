import { readFile } from "node:fs/promises";
import type { Static, TSchema } from "typebox";
import { schemaErrors } from "../../kernel/host/schemaErrors.ts";
import { CliError, EXIT_USAGE, usage } from "./exitCodes.ts";

/** Reads a file that the user named. @throws CliError naming it */
export function readTextFile(option: string, path: string): Promise<string> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`${option} ${path}: cannot be read (${error.code})`, {
      exitCode: EXIT_USAGE,
      cause: error,
    });
  });
}

/**
 * Reads a JSON file that the user named, and checks it.
 *
 * @param option the option that named it, for messages: "--accounts"
 * @throws CliError naming file, place and rule; values are not shown, as they may be secrets
 */
export async function readJsonFile<T extends TSchema>(
  option: string,
  path: string,
  schema: T,
): Promise<Static<T>> {
  const text = await readTextFile(option, path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The parser's own message is not shown: it quotes the file, and so perhaps a secret.
    throw new CliError(`${option} ${path}: is not JSON`, { exitCode: EXIT_USAGE, cause: error });
  }
  const [error] = schemaErrors(schema, value);
  if (error === undefined) return value as Static<T>;
  const place = error.instancePath === "" ? "the file" : error.instancePath.slice(1).replaceAll("/", ".");
  const names =
    error.keyword === "additionalProperties" ? `: ${error.params.additionalProperties.join(", ")}` : "";
  throw usage(`${option} ${path}: ${place} ${error.message}${names}`);
}
