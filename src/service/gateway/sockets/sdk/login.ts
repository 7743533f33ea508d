import type { Json } from "../../../../interface/wire/index.ts";
import { WireError } from "../../../../interface/wire/index.ts";
import { SDK_LOGIN } from "../../../../interface/wire/v2/sockets/index.ts";
import { authenticate } from "../../auth/authenticate.ts";
import type { ApiKey } from "../../auth/keys.ts";
import type { Services } from "../../serve.ts";
import { admitHolder } from "../handshake.ts";

const NO_BODY = new Uint8Array(0);

/**
 * Verifies a login by its `args`: key, passphrase, timestamp in seconds, signature over {@link SDK_LOGIN}.
 * Errors are refused as those of a request are.
 */
export async function verifyLogin(
  services: Services,
  args: Json | undefined,
  address: string,
): Promise<ApiKey> {
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
