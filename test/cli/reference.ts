import type { Command } from "commander";
import type { Parameters } from "../../src/interface/wire/index.ts";
import type { ChannelDeclaration, SocketsDeclaration } from "../../src/interface/wire/sockets.ts";
import type { ControlOperation } from "../../src/service/gateway/control/index.ts";
import type { Operation } from "../../src/service/gateway/operation.ts";

/** The sections of docs/reference that follow from the program itself. */

/** The commands that do something, with their paths: "key create". */
export function leafCommands(command: Command, path: readonly string[] = []): (readonly [string, Command])[] {
  const children = command.commands.filter((child) => child.name() !== "help");
  if (children.length === 0) return [[path.join(" "), command]];
  return children.flatMap((child) => leafCommands(child, [...path, child.name()]));
}

/** Options that every command on a running venue has; explained once. */
const REMOTE = new Set(["data", "url", "token", "json"]);

/** A command's section of docs/reference/cli.md. */
export function commandSection(path: string, command: Command): string {
  const words = command.registeredArguments.map((each) => {
    const name = each.variadic ? `${each.name()}...` : each.name();
    return each.required ? `<${name}>` : `[${name}]`;
  });
  const rows = command.registeredArguments
    .filter(({ description }) => description !== "")
    .map((each) => [`\`${each.name()}\``, withDefault(each.description, each.defaultValue)] as const);
  const isRemote = command.options.some((option) => option.attributeName() === "token");
  const options = command.options
    .filter((option) => !(isRemote && REMOTE.has(option.attributeName())))
    .map((option) => [`\`${option.flags}\``, withDefault(choices(option), option.defaultValue)] as const);
  return section(`### ${["outcry", path, ...words].join(" ")}`, command.description(), [...rows, ...options]);
}

function choices({ description, argChoices }: Command["options"][number]): string {
  return argChoices === undefined ? description : `${description}: ${argChoices.join(", ")}`;
}

function withDefault(text: string, value: unknown): string {
  return value === undefined ? text : `${text} (default: ${String(value)})`;
}

/** An operation's section of docs/reference/control.md. */
export function operationSection({ method, role, path, summary, parameters }: ControlOperation): string {
  return section(`### ${method} ${path}`, `${summary}. Role: \`${role}\``, parameterRows(parameters));
}

/** An operation's section of docs/reference/operations.md. */
export function interfaceSection(operation: Operation): string {
  const { method, path, meaning, access, weight, orders, parameters, aliases = [] } = operation;
  const cost = `weight ${weight.ip} of the address${weight.uid > 0 ? `, ${weight.uid} of the account` : ""}`;
  const counted =
    orders === undefined ? "" : `; counts as ${orders.family === "place" ? "placing" : "canceling"}`;
  const who = access === "public" ? "none" : `\`${access}\`${operation.keyOnly ? ", unsigned" : ""}`;
  const client = operation.call === undefined ? "" : `. Client: \`${operation.call}\``;
  const also = (operation.alsoAt ?? []).map((each) => `. Also at \`${each}\``).join("");
  const messages = (operation.messages ?? []).map((each) => `\`${each}\``);
  const asked = messages.length === 0 ? "" : `. As a message: ${messages.join(", ")}`;
  const facts = `Permission: ${who}; ${cost}${moreOf(operation)}${counted}${also}${asked}${client}`;
  const rows = parameterRows(parameters).map(([name, text], i) => {
    const isAlias = aliases.includes(Object.keys(parameters)[i]!);
    return [name, isAlias ? `${text} (For compatibility.)` : text] as const;
  });
  return section(`### ${method} ${path}`, `${meaning.replace(/\.$/, "")}. ${facts}`, rows);
}

/** The channels of a version, as docs/reference/operations.md has them. */
export function channelSection({ name, paths, channels }: SocketsDeclaration): string {
  const rows = Object.values(channels).map(
    (declared) => [channelCell(declared), channelText(declared)] as const,
  );
  const summary = `Public channels at \`${paths.public}\`, those of an account at \`${paths.private}\``;
  return section(`### Sockets of ${name.toUpperCase()}`, summary, rows);
}

/** What an operation costs its address besides, by what it is asked. */
function moreOf({ heavier }: Operation): string {
  if (heavier === undefined) return "";
  if ("without" in heavier) return ` (${heavier.weight} without \`${heavier.without}\`)`;
  const steps = heavier.steps.map(([above, weight]) => `${weight} above ${above}`);
  return ` (by \`${heavier.by}\`: ${steps.join(", ")})`;
}

function channelCell({ address, aliases = [] }: ChannelDeclaration): string {
  return [address, ...aliases].map((each) => `\`${each}\``).join(", ");
}

function channelText({ access, summary, parameters, everyMs, watch }: ChannelDeclaration): string {
  const words = Object.entries(parameters).flatMap(([name, each]) =>
    typeof each === "string" ? [] : [`\`${name}\`: ${each.map((word) => `\`${word}\``).join(", ")}`],
  );
  const often = everyMs === undefined ? [] : [`At most one push in ${everyMs} ms`];
  const client = watch === undefined ? [] : [`Client: \`watch.${watch}\``];
  const parts = [summary.replace(/\.$/, ""), ...words, ...often, ...client];
  return `${access === "private" ? "Private. " : ""}${parts.join(". ")}.`;
}

interface Shape {
  readonly description?: string;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

/** A row a parameter: what it means, its words, and of a number its bounds and its default. */
function parameterRows(parameters: Parameters): (readonly [string, string])[] {
  return Object.entries(parameters).map(([name, { schema, required }]) => {
    const { description = "", enum: words, minimum, maximum, default: given } = schema as Shape;
    const parts = [description.replace(/\.$/, "")];
    if (words !== undefined) parts.push(`One of ${words.map((word) => `\`${word}\``).join(", ")}`);
    if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) parts.push(`${minimum} to ${maximum}`);
    if (given !== undefined) parts.push(`Default: ${String(given)}`);
    return [required ? `\`${name}\` (required)` : `\`${name}\``, `${parts.join(". ")}.`] as const;
  });
}

function section(heading: string, summary: string, rows: readonly (readonly [string, string])[]): string {
  const sentence = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
  if (rows.length === 0) return `${heading}\n\n${sentence}\n`;
  const table = rows.map(([name, text]) => `| ${name} | ${text.replaceAll("|", "\\|")} |`).join("\n");
  return `${heading}\n\n${sentence}\n\n| | |\n|---|---|\n${table}\n`;
}
