import type { DocumentedChannel, DocumentedMessage, DocumentedSockets } from "../sockets/documented.ts";

/** A schema as the page reads it: what typebox writes of the shapes in `wire`. */
interface Shape {
  readonly type?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

const STYLE = `
  :root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: light-dark(#2a6df4, #86adff); }
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
  nav { margin: .2rem 0; } nav a { display: inline-block; min-height: 24px; margin-right: .6rem; } a { color: var(--accent); }
  section { border-top: 1px solid var(--line); margin-top: 2rem; }
  code, pre { font: 13px/1.45 ui-monospace, monospace; background: var(--soft); border-radius: 4px; }
  code { padding: .1em .3em; } h3 code, h4 code { font-size: 1em; } h4 small { font-weight: normal; } pre { padding: .8rem; overflow-x: auto; }
  table { border-collapse: collapse; width: 100%; overflow-wrap: normal; } .wide { overflow-x: auto; }
  th, td { border-bottom: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; }
  summary { cursor: pointer; margin: .6rem 0; }`;

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="11" fill="none" stroke="#2a6df4" stroke-width="7"/></svg>';

/**
 * The page that shows the sockets to people: channels, messages, fields, examples. Needs nothing from
 * anywhere else.
 */
export function socketPage(all: readonly DocumentedSockets[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outcry: sockets</title><link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<style>${STYLE}</style></head><body>
<main>
<h1>Sockets</h1>
<p>Made from the schemas that define the messages; also as <a href="/asyncapi.json">AsyncAPI</a>. REST is at <a href="/docs">/docs</a>.</p>
${all.map(contents).join("\n")}
${all.map(versionSection).join("\n")}
</main></body></html>
`;
}

/** Links to the channels of a version, and to the messages that keep its session. */
function contents({ name, channels }: DocumentedSockets): string {
  const link = (of: string) => `<a href="#${name}.${of}">${escaped(of)}</a>`;
  const links = [...channels.map((channel) => channel.name), "session"].map(link).join(" ");
  return `<nav aria-label="${escaped(name.toUpperCase())}"><a href="#${name}"><b>${escaped(name.toUpperCase())}</b></a> ${links}</nav>`;
}

function versionSection({ name, summary, paths, signing, session, channels }: DocumentedSockets): string {
  return `<section id="${name}"><h2>${escaped(name.toUpperCase())}</h2>
<p>${prose(summary)}</p>
<p><code>${escaped(paths.public)}</code> market data; <code>${escaped(paths.private)}</code> an account's own${signing === undefined ? "." : handshake(signing)}</p></section>
${channels.map((channel) => channelSection(name, channel)).join("\n")}
<section id="${name}.session"><h3>Session</h3>${session.map(messageOf).join("\n")}</section>`;
}

function handshake(signing: string): string {
  return `, after a handshake with the headers
<code>ACCESS-KEY</code>, <code>ACCESS-PASSPHRASE</code>, <code>ACCESS-TIMESTAMP</code> and <code>ACCESS-SIGN</code>: ${prose(signing)}.
Both addresses need a <code>User-Agent</code>.`;
}

function channelSection(surfaceName: string, channel: DocumentedChannel): string {
  const parameters = Object.entries(channel.parameters).map(
    ([name, words]) =>
      `<li><code>{${escaped(name)}}</code> ${typeof words === "string" ? escaped(words) : words.map(code).join(" ")}</li>`,
  );
  return `<section id="${surfaceName}.${channel.name}"><h3>${code(channel.address)}</h3>
<p>${prose(channel.summary)} <em>${channel.access}</em></p>
<ul>${parameters.join("")}</ul>
${fieldsOf(channel.push as Shape)}${exampleOf(channel.example)}</section>`;
}

function messageOf({ name, from, summary, schema, example }: DocumentedMessage): string {
  return `<h4>${code(name)} <small>from the ${from}</small></h4><p>${prose(summary)}</p>${fieldsOf(schema as Shape)}${exampleOf(example)}`;
}

/** @param example `undefined` of a channel whose example was not recorded yet */
function exampleOf(example: unknown): string {
  if (example === undefined) return "";
  const text = JSON.stringify(example, undefined, 2);
  return `<details><summary>Example</summary><pre tabindex="0">${escaped(text)}</pre></details>`;
}

/** Of a message with two spellings the first is shown: its summary names the other. */
function fieldsOf(shape: Shape): string {
  const rows = rowsOf(shape.anyOf?.[0] ?? shape, "");
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("");
  return `<div class="wide" tabindex="0"><table><tr><th>Field</th><th>Type</th><th>Meaning</th></tr>${body}</table></div>`;
}

/** Rows of field, type and description; fields of objects and lists inside under their path. */
function rowsOf(shape: Shape, path: string): readonly (readonly string[])[] {
  return Object.entries(shape.properties ?? {}).flatMap(([name, field]) => {
    const isOptional = shape.required?.includes(name) !== true;
    const where = path + name;
    const row = [
      code(where) + (isOptional ? " <small>optional</small>" : ""),
      escaped(typeOf(field)),
      escaped(field.description ?? ""),
    ];
    if (field.items?.properties !== undefined) return [row, ...rowsOf(field.items, `${where}[].`)];
    return [row, ...rowsOf(field, `${where}.`)];
  });
}

function typeOf({ type, const: constant, enum: words, anyOf, format, items }: Shape): string {
  if (constant !== undefined) return JSON.stringify(constant);
  if (words !== undefined) return words.map((word) => JSON.stringify(word)).join(" | ");
  if (anyOf !== undefined) return anyOf.map(typeOf).join(" | ");
  if (type === "array") return `list of ${items === undefined ? "anything" : typeOf(items)}`;
  return format === "decimal" ? "decimal as text" : (type ?? "anything");
}

/** Text whose `names` stand between back-ticks. */
function prose(text: string): string {
  return escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

function code(text: string): string {
  return `<code>${escaped(text)}</code>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
