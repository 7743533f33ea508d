import type { Command } from "commander";
import type { ControlDeclaration } from "../../interface/wire/control/operation.ts";
import { accountText, amountText, contractText } from "../../interface/wire/control/parameters.ts";
import type { Parameter, Parameters } from "../../interface/wire/index.ts";
import { assignments, collect, timeOf } from "./arguments.ts";
import type { RemoteOptions } from "./remote.ts";
import { callControl, remoteOptions } from "./remote.ts";
import { show } from "./show/value.ts";
import type { Terminal } from "./terminal.ts";

type Name<P extends Parameters> = keyof P & string;
type Given = Readonly<Record<string, unknown>>;

/** How a command differs from its operation's declaration. */
export interface CommandWords<P extends Parameters> {
  /**
   * Parameters given as arguments, in this order. The others are options named after the parameter in kebab
   * case.
   */
  readonly places?: readonly Name<P>[];
  /** Arguments that this command requires, though the operation does not. */
  readonly needed?: readonly Name<P>[];
  /** The name of a last argument, `name=value …`, for all other parameters; then there are no options. */
  readonly assigned?: string;
  /** Options that are not named after their parameter: `{ triggerPrice: "trigger" }`. */
  readonly options?: Readonly<Partial<Record<Name<P>, string>>>;
  /** The meanings of arguments that are written in another form than the parameter. */
  readonly meanings?: Readonly<Partial<Record<Name<P>, string>>>;
  /** Parameters that the command line does not have, or that `send` fills in. */
  readonly without?: readonly Name<P>[];
  /**
   * Makes the parameters to send, where these are not what was typed. `typed` has what was typed, by the
   * parameter's name.
   */
  readonly send?: (typed: Given, options: RemoteOptions & Given) => Given | Promise<Given>;
  /** Makes what is shown of the answer, where that is not all of it. */
  readonly shown?: (answer: unknown, options: Given) => unknown;
}

/** The part of a parameter's schema that help texts need. */
interface Shape {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

/**
 * Makes a command from an operation of control: its sentence, arguments, options, bounds, words and defaults
 * come from the declaration, and so does what it sends. The venue checks what was typed against the same
 * declaration.
 *
 * @returns the command, so that options can be added
 */
export function operationCommand<P extends Parameters>(
  command: Command,
  terminal: Terminal,
  operation: ControlDeclaration<P>,
  words: CommandWords<P> = {},
): Command {
  const { places = [], assigned, without = [], send = (typed) => typed, shown = (answer) => answer } = words;
  const open = Object.keys(operation.parameters).filter(
    (name) => !places.includes(name) && !without.includes(name),
  );
  remoteOptions(command).description(inSentence(operation.summary));
  for (const name of places) {
    const parameter = operation.parameters[name] as Parameter<unknown>;
    const word = kebab(name);
    const isRequired = parameter.required || words.needed?.includes(name) === true;
    command.argument(isRequired ? `<${word}>` : `[${word}]`, words.meanings?.[name] ?? helpOf(parameter));
  }
  if (assigned === undefined) for (const name of open) addOption(name);
  else command.argument(`<${assigned}...>`, `name=value: ${open.join(", ")}`);
  return command.action(async () => {
    const options = command.opts<RemoteOptions & Given>();
    const typed: Record<string, unknown> =
      assigned === undefined
        ? Object.fromEntries(open.map((name) => [name, options[camel(optionOf(name))]]))
        : assignments((command.processedArgs[places.length] as readonly string[] | undefined) ?? []);
    for (const [i, name] of places.entries()) typed[name] = command.processedArgs[i];
    for (const name of [...places, ...open]) if (isMoment(name)) typed[name] = sentTime(name, typed[name]);
    const answer = await callControl(options, operation, await send(typed, options));
    show(terminal, options.json === true, shown(answer, options));
  });

  function isMoment(name: string): boolean {
    return operation.parameters[name]?.isTime === true && words.meanings?.[name as Name<P>] === undefined;
  }

  /** A moment as it is sent. */
  function sentTime(name: string, text: unknown): unknown {
    if (typeof text !== "string") return text;
    const isPlace = places.includes(name as Name<P>);
    const shown = isPlace ? `<${kebab(name)}>` : assigned === undefined ? `--${optionOf(name)}` : name;
    return String(timeOf(shown, text));
  }

  function optionOf(name: string): string {
    return words.options?.[name as Name<P>] ?? kebab(name);
  }

  function addOption(name: string): void {
    const parameter = operation.parameters[name] as Parameter<unknown>;
    const { type } = parameter.schema as Shape;
    const flag = `--${optionOf(name)}`;
    const help = helpOf(parameter);
    if (type === "boolean") command.option(flag, help);
    else if (type === "array")
      command.option(`${flag} ${placeholder(parameter)}`, `${help}; repeatable`, collect);
    else if (parameter.required) command.requiredOption(`${flag} ${placeholder(parameter)}`, help);
    else command.option(`${flag} ${placeholder(parameter)}`, help);
  }
}

/** The description of a parameter, with its words, its bounds and its default unless that is empty. */
function helpOf({ schema, isTime }: Parameter<unknown>): string {
  const { description: said = "", enum: words, minimum, maximum, default: absent } = schema as Shape;
  const description = isTime ? said.replace("Unix ms", "ISO 8601 or Unix ms") : said;
  const facts: string[] = [];
  if (words !== undefined) facts.push(words.join(", "));
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) facts.push(`${minimum} to ${maximum}`);
  if (absent !== undefined && absent !== false && Number(absent) !== 0) facts.push(`default: ${absent}`);
  const meaning = inSentence(description.replace(/\.$/, ""));
  return facts.length === 0 ? meaning : `${meaning} (${facts.join("; ")})`;
}

function placeholder({ schema, isTime }: Parameter<unknown>): string {
  if (isTime) return "<time>";
  if (schema === accountText.schema) return "<account>";
  if (schema === contractText.schema) return "<symbol>";
  if (schema === amountText.schema) return "<usdt>";
  const { type, format, enum: words } = schema as Shape;
  if (words !== undefined) return "<word>";
  return format === "decimal" ? "<decimal>" : type === "integer" ? "<number>" : "<text>";
}

/** A sentence that continues another one: its first letter in lower case, except in capital words. */
function inSentence(text: string): string {
  return /^[A-Z][^A-Z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** A name in kebab case: "takeProfit" as "take-profit". */
function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A name in camel case, by which the parser returns the option: "take-profit" as "takeProfit". */
function camel(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
