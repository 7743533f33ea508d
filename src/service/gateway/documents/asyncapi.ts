import type { DocumentedChannel, DocumentedMessage, DocumentedSockets } from "../sockets/documented.ts";

/** An AsyncAPI 3 document; keys as that specification has them. */
export interface AsyncApi {
  readonly asyncapi: "3.0.0";
  readonly info: object;
  readonly defaultContentType: string;
  readonly servers: Readonly<Record<string, object>>;
  readonly channels: Readonly<Record<string, object>>;
  readonly operations: Readonly<Record<string, object>>;
  readonly components: {
    readonly messages: Readonly<Record<string, object>>;
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

const KEY_HEADERS = {
  key: ["ACCESS-KEY", "API key"],
  sign: ["ACCESS-SIGN", "Signature"],
  timestamp: ["ACCESS-TIMESTAMP", "Unix milliseconds, within 30 s"],
  passphrase: ["ACCESS-PASSPHRASE", "Passphrase of the key"],
} as const;

/**
 * The AsyncAPI document of sockets. Servers are their addresses. Channels are those that one can subscribe
 * to, and one for the messages of the session itself. Operations are from the venue's side: it sends pushes,
 * and receives requests.
 *
 * @param host authority under which the document was asked for
 */
export function asyncApi(all: readonly DocumentedSockets[], host: string): AsyncApi {
  const document = {
    servers: {} as Record<string, object>,
    channels: {} as Record<string, object>,
    operations: {} as Record<string, object>,
    messages: {} as Record<string, object>,
    schemas: {} as Record<string, object>,
  };
  for (const sockets of all) describe(sockets, host, document);
  const { messages, schemas, ...rest } = document;
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Outcry",
      version: all.map(({ name }) => name.toUpperCase()).join(", "),
      description: "Perpetual futures over WebSocket. V2 and V3 require a User-Agent header.",
    },
    defaultContentType: "application/json",
    ...rest,
    components: { messages, schemas, securitySchemes: securitySchemes() },
  };
}

type Parts = Record<"servers" | "channels" | "operations" | "messages" | "schemas", Record<string, object>>;

function describe(sockets: DocumentedSockets, host: string, parts: Parts): void {
  const { name, paths, summary, signing, session, channels } = sockets;
  const server = (access: keyof typeof paths): string => `${name}-${access}`;
  parts.servers[server("public")] = { host, pathname: paths.public, protocol: "ws", description: summary };
  parts.servers[server("private")] = {
    host,
    pathname: paths.private,
    protocol: "ws",
    description: signing === undefined ? summary : `${summary} Signature: ${signing}.`,
    ...(signing !== undefined && {
      security: Object.keys(KEY_HEADERS).map((scheme) => ref(`components/securitySchemes/${scheme}`)),
    }),
  };
  const sessionId = `${name}.session`;
  parts.channels[sessionId] = {
    address: null,
    title: "Session",
    summary: "Messages that keep a connection, on both addresses.",
    servers: [ref(`servers/${server("public")}`), ref(`servers/${server("private")}`)],
    messages: Object.fromEntries(session.map((each) => [each.name, addMessage(name, each, parts)])),
  };
  for (const message of session) {
    parts.operations[`${name}.${message.name}`] = {
      action: message.from === "server" ? "send" : "receive",
      channel: ref(`channels/${sessionId}`),
      summary: message.summary,
      messages: [ref(`channels/${sessionId}/messages/${message.name}`)],
    };
  }
  for (const channel of channels) {
    const id = `${name}.${channel.name}`;
    parts.channels[id] = {
      address: channel.address,
      title: channel.name,
      summary: channel.summary,
      servers: [ref(`servers/${server(channel.access)}`)],
      parameters: parametersOf(channel),
      messages: { push: addMessage(name, pushOf(channel), parts) },
    };
    parts.operations[`${id}.push`] = {
      action: "send",
      channel: ref(`channels/${id}`),
      summary: channel.summary,
      messages: [ref(`channels/${id}/messages/push`)],
    };
  }
}

function pushOf({ name, summary, push, example }: DocumentedChannel): DocumentedMessage {
  return { name: `${name}.push`, from: "server", summary, schema: push, example };
}

function addMessage(version: string, message: DocumentedMessage, { messages, schemas }: Parts): object {
  const id = `${version}.${message.name}`;
  schemas[id] = message.schema;
  messages[id] = {
    name: message.name,
    summary: message.summary,
    payload: ref(`components/schemas/${id}`),
    examples: [{ payload: message.example }],
  };
  return ref(`components/messages/${id}`);
}

function parametersOf({ parameters }: DocumentedChannel): object {
  const entries = Object.entries(parameters).map(([name, words]) => [
    name,
    typeof words === "string" ? { description: words } : { enum: words },
  ]);
  return Object.fromEntries(entries);
}

function securitySchemes(): Record<string, object> {
  const schemes = Object.entries(KEY_HEADERS).map(([id, [name, description]]) => [
    id,
    { type: "httpApiKey", in: "header", name, description },
  ]);
  return Object.fromEntries(schemes);
}

/** @param path below the document's root; a name may hold a dot, never a slash */
function ref(path: string): { readonly $ref: string } {
  return { $ref: `#/${path}` };
}
