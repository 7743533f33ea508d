import type { Ping } from "../../../../interface/wire/v2/sockets/index.ts";
import { sockets } from "../../../../interface/wire/v2/sockets/index.ts";
import { v2Version } from "../../apiVersion.ts";
import type { ApiKey } from "../../auth/keys.ts";
import type { Services } from "../../serve.ts";
import { AccountChannels, channelNames } from "../account/accountChannels.ts";
import type { OpenSocketVersion, SocketVersion } from "../apiVersion.ts";
import { atPaths } from "../apiVersion.ts";
import { ChannelError } from "../channels.ts";
import type { Liveness } from "../connection.ts";
import type { PrivateChannels } from "../privateChannels.ts";
import { openSdk } from "../sdk/open.ts";
import { PublicChannels } from "./publicChannels.ts";
import { V2Session } from "./session.ts";

const names = channelNames(
  sockets,
  () => new ChannelError("invalid channel: one of account, positions, fill, orders"),
);

/** For both addresses of V2: a ping has its time under both keys that clients look for. */
const V2_LIVENESS: Liveness = {
  pingEveryMs: sockets.pings.everyMs,
  unansweredMax: sockets.pings.unansweredMax,
  ping(time) {
    const ping: Ping = { event: "ping", type: "ping", time: String(time) };
    return JSON.stringify(ping);
  },
};

/** V2 over WebSocket. @param openAccounts makes the private channels for each market that is served */
export function v2Sockets(openAccounts: (services: Services) => PrivateChannels): SocketVersion {
  return {
    rest: v2Version,
    ...atPaths(sockets.paths),
    liveness: () => V2_LIVENESS,
    logsIn: ({ profile }) => profile.sdk === "go",
    open: (services) => openV2(services, openAccounts(services)),
  };
}

function openV2(services: Services, accounts: PrivateChannels): OpenSocketVersion {
  const { authenticator, limits, clock } = services;
  const channels = new PublicChannels(services);
  const inSdkWords = services.profile.sdk === "go" ? openSdk(services) : undefined;
  const ownOf = (holder: ApiKey) =>
    new AccountChannels(authenticator, holder, { real: accounts, paper: accounts }, names);
  return {
    session(connection, entrance) {
      const { access, holder } = entrance;
      if (inSdkWords !== undefined && access === "private" && holder === undefined)
        return inSdkWords.session(connection, entrance);
      const own = holder === undefined ? channels : ownOf(holder);
      const plain = new V2Session(connection, own, { limits, clock });
      return inSdkWords?.session(connection, entrance, plain) ?? plain;
    },
    close() {
      channels.close();
      inSdkWords?.close();
    },
  };
}
