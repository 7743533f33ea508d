import * as fapi from "../../../interface/wire/fapi/sockets/index.ts";
import type {
  ChannelDeclaration,
  MessageDeclaration,
  SocketsDeclaration,
} from "../../../interface/wire/sockets.ts";
import * as v2 from "../../../interface/wire/v2/sockets/index.ts";
import * as v3 from "../../../interface/wire/v3/sockets/index.ts";
import { examples as fapiExamples } from "./fapi/generated/examples.ts";
import { examples as v2Examples } from "./v2/generated/examples.ts";
import { examples as v3Examples } from "./v3/generated/examples.ts";

/**
 * The messages of a version over WebSocket, for its documentation: as they are declared, with examples from
 * a running venue.
 */
export interface DocumentedSockets
  extends Pick<SocketsDeclaration, "name" | "summary" | "paths" | "signing"> {
  readonly session: readonly DocumentedMessage[];
  readonly channels: readonly DocumentedChannel[];
}

export interface DocumentedMessage extends MessageDeclaration {
  readonly name: string;
}

export interface DocumentedChannel extends ChannelDeclaration {
  readonly name: string;
  readonly example: unknown;
}

export const documentedV2 = documented(v2.sockets, v2Examples);
export const documentedV3 = documented(v3.sockets, v3Examples);
export const documentedFapi = documented(fapi.sockets, fapiExamples);
export const documentedRequests = documented(fapi.requests, {});

function documented(
  { name, summary, paths, signing, session, channels }: SocketsDeclaration,
  recorded: Readonly<Record<string, unknown>>,
): DocumentedSockets {
  return {
    ...{ name, summary, paths, ...(signing !== undefined && { signing }) },
    session: Object.entries(session).map(([message, declared]) => ({
      ...{ example: recorded[message], ...declared },
      name: message,
    })),
    channels: Object.entries(channels).map(([channel, declared]) => ({
      ...declared,
      summary: summaryOf(declared),
      example: recorded[channel],
      name: channel,
    })),
  };
}

function summaryOf({ summary, everyMs, aliases = [] }: ChannelDeclaration): string {
  const often = everyMs === undefined ? "" : ` At most one push in ${everyMs} ms.`;
  const alias = aliases.length === 0 ? "" : ` Alias: ${aliases.join(", ")}.`;
  return summary + often + alias;
}
