import type { Ping } from "../../../../interface/wire/v3/sockets/index.ts";
import { sockets } from "../../../../interface/wire/v3/sockets/index.ts";
import { v3Version } from "../../apiVersion.ts";
import { PaperContracts } from "../../v3/sim/paperContracts.ts";
import { AccountChannels, channelNames } from "../account/accountChannels.ts";
import { AccountPushes } from "../account/accountPushes.ts";
import type { SocketAccess, SocketVersion } from "../apiVersion.ts";
import { atPaths } from "../apiVersion.ts";
import { ChannelError } from "../channels.ts";
import type { Liveness } from "../connection.ts";
import { accountEncoder } from "./accountEncoders.ts";
import { PublicStreams } from "./publicStreams.ts";
import { V3Session } from "./session.ts";

const names = channelNames(sockets, (name) => new ChannelError(`invalid event : ${name}`));

function liveness(access: SocketAccess): Liveness {
  return {
    pingEveryMs: sockets.pings.everyMs,
    unansweredMax: sockets.pings.unansweredMax,
    ping(wallMs) {
      const time = String(wallMs);
      const ping: Ping = access === "public" ? { event: "ping", time } : { type: "ping", time };
      return JSON.stringify(ping);
    },
  };
}

/** V3 over WebSocket. */
export const v3Sockets: SocketVersion = {
  rest: v3Version,
  ...atPaths(sockets.paths),
  liveness,
  open(services) {
    const { authenticator, limits, clock } = services;
    const streams = new PublicStreams(services);
    const pushes = {
      real: new AccountPushes(services, accountEncoder),
      paper: new AccountPushes(services, accountEncoder, new PaperContracts(services.contracts)),
    };
    return {
      session(connection, { holder }) {
        if (holder === undefined) {
          return new V3Session(connection, streams, { access: "public", limits, clock });
        }
        const own = new AccountChannels(authenticator, holder, pushes, names);
        return new V3Session(connection, own, { access: "private", limits, clock });
      },
      close: () => streams.close(),
    };
  },
};
