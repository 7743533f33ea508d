import { control, invalidParameter, text } from "../../../wire/index.ts";
import { isPassphrase, PASSPHRASE_RULE } from "../../auth/passphrase.ts";
import { controlOperation } from "../operation.ts";
import { addKey, keyParameters } from "./keyParameters.ts";

/** What goes into an HTTP header as it is. */
const PLAIN = /^[\x21-\x7e]+$/;

/**
 * `POST /control/keys/import`: a key of the operator's own three strings, so that a bot's configuration need not change.
 */
export const importKey = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/keys/import",
  summary: "Import an API key with your own three strings",
  answer: control.KeyNamed,
  parameters: {
    ...keyParameters,
    apiKey: text("Sent as ACCESS-KEY; printable, without blanks.", 128),
    secret: text("Signs requests; never shown again.", 256),
    passphrase: text(`Sent as ACCESS-PASSPHRASE: ${PASSPHRASE_RULE}; never shown again.`, 128),
  },
  async handle(context, { apiKey, secret, passphrase, ...input }) {
    if (!PLAIN.test(apiKey)) throw invalidParameter("apiKey", "printable ASCII characters without blanks");
    if (!isPassphrase(passphrase)) throw invalidParameter("passphrase", PASSPHRASE_RULE);
    await addKey(context, input, { apiKey, secret, passphrase });
    return { apiKey };
  },
});
