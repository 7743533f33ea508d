import type { Ping } from "../../../wire/v2/sockets/index.ts";
import { v2Version } from "../../apiVersion.ts";
import type { ApiKey } from "../../auth/keys.ts";
import type { Services } from "../../serve.ts";
import type { ChannelNames } from "../account/accountChannels.ts";
import { AccountChannels } from "../account/accountChannels.ts";
import type { OpenSocketVersion, SocketVersion } from "../apiVersion.ts";
import { ChannelError } from "../channels.ts";
import type { Connection, Liveness } from "../connection.ts";
import type { PrivateChannels } from "../privateChannels.ts";
import { documentedV2 } from "./documented.ts";
import { PublicChannels } from "./publicChannels.ts";
import { V2Session } from "./session.ts";

/** By every name that clients use. */
const names: ChannelNames = {
  channels: new Map([
    ["account", "account"],
    ["positions", "positions"],
    ["position", "positions"],
    ["fill", "fill"],
    ["trade", "fill"],
    ["orders", "orders"],
    ["order", "orders"],
  ]),
  onPaper: new Map([
    ["sim.account", "account"],
    ["sim.positions", "positions"],
    ["sim.fill", "fill"],
    ["sim.orders", "orders"],
  ]),
  unknown: () => new ChannelError("invalid channel: one of account, positions, fill, orders"),
};

/** The same on both addresses: a ping under both keys that clients look for. */
export const V2_LIVENESS: Liveness = {
  pingEveryMs: 30_000,
  unansweredMax: 5,
  ping(time) {
    const ping: Ping = { event: "ping", type: "ping", time: String(time) };
    return JSON.stringify(ping);
  },
};

/** V2 over WebSocket. @param openAccounts what private connections are shown, for each market anew */
export function v2Sockets(openAccounts: (services: Services) => PrivateChannels): SocketVersion {
  return {
    rest: v2Version,
    publicPath: documentedV2.paths.public,
    privatePath: documentedV2.paths.private,
    liveness: () => V2_LIVENESS,
    open: (services) => openV2(services, openAccounts(services)),
  };
}

function openV2(services: Services, accounts: PrivateChannels): OpenSocketVersion {
  const { authenticator, limits, clock } = services;
  const channels = new PublicChannels(services);
  return {
    session(connection: Connection, holder: ApiKey | undefined) {
      if (holder === undefined) return new V2Session(connection, channels, { limits, clock });
      const own = new AccountChannels(authenticator, holder, { real: accounts, paper: accounts }, names);
      return new V2Session(connection, own, { limits, clock });
    },
    close: () => channels.close(),
  };
}
