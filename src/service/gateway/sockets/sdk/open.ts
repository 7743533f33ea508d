import type { Json } from "../../../../interface/wire/index.ts";
import { WireError } from "../../../../interface/wire/index.ts";
import { SDK_LOGIN, sockets } from "../../../../interface/wire/v2/sockets/index.ts";
import { authenticate } from "../../auth/authenticate.ts";
import type { ApiKey } from "../../auth/keys.ts";
import type { Services } from "../../serve.ts";
import { AccountChannels, channelNames } from "../account/accountChannels.ts";
import type { IncomingConnection } from "../apiVersion.ts";
import { ChannelError } from "../channels.ts";
import type { Connection, Session } from "../connection.ts";
import { admitHolder } from "../handshake.ts";
import { SdkAccounts } from "./accounts.ts";
import { SdkPublicChannels } from "./publicChannels.ts";
import { SdkSession } from "./session.ts";

const names = channelNames(
  sockets,
  () => new ChannelError("invalid channel: one of account, positions, orders, fill"),
);

/** The dialect of the vendor's Go SDK, at the addresses of V2's sockets. */
export interface OpenSdk {
  /** @param plain the session in the interface's own words; absent for a connection without a login */
  session(connection: Connection, entrance: IncomingConnection, plain?: Session): Session;
  close(): void;
}

/** Serves the dialect for a market from now on. */
export function openSdk(services: Services): OpenSdk {
  const { authenticator, limits, clock } = services;
  const channels = new SdkPublicChannels(services);
  const accounts = new SdkAccounts(services);
  const ownOf = (holder: ApiKey) =>
    new AccountChannels(authenticator, holder, { real: accounts, paper: accounts }, names);
  return {
    session(connection, { access, address, holder, admit }, plain) {
      const known = holder === undefined ? undefined : ownOf(holder);
      return new SdkSession(connection, {
        ...{ limits, clock, plain },
        channels: access === "public" ? channels : known,
        async login(args) {
          const verified = await verifyLogin(services, args, address);
          admit(verified);
          return ownOf(verified);
        },
      });
    },
    close: () => channels.close(),
  };
}

const NO_BODY = new Uint8Array(0);

/**
 * Verifies a login by its `args`: key, passphrase, timestamp in seconds, signature over {@link SDK_LOGIN}.
 * Errors are refused as those of a request are.
 */
async function verifyLogin(services: Services, args: Json | undefined, address: string): Promise<ApiKey> {
  if (!Array.isArray(args) || args.length !== 4 || !args.every((each) => typeof each === "string"))
    throw new WireError(
      "requestMalformed",
      "args of a login are key, passphrase, timestamp and signature, each a text",
    );
  const [key, passphrase, timestamp, sign] = args as readonly string[];
  const headers = {
    "access-key": key,
    "access-passphrase": passphrase,
    "access-timestamp": timestamp,
    "access-sign": sign,
  };
  const request = { headers, ...SDK_LOGIN, query: "", body: NO_BODY, address, inSeconds: true };
  const { key: verified } = authenticate(services.authenticator, request);
  await admitHolder(services, verified, address);
  return verified;
}
