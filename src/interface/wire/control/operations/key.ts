import { optional, text, time } from "../../parameter.ts";
import * as control from "../index.ts";
import { controlOperation } from "../operation.ts";
import { keyParameters, PASSPHRASE_RULE } from "../parameters.ts";

export const changeKey = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/keys/change",
  summary: "Change an API key's label, permissions, addresses or expiry, from now or from a time on",
  answer: control.KeyChanged,
  parameters: {
    apiKey: text("The key.", 128),
    label: optional(text("Shown in lists.", 64)),
    permissions: keyParameters.permissions,
    addresses: keyParameters.addresses,
    activeFrom: keyParameters.activeFrom,
    expires: optional(time("Market time until which it is valid, Unix ms; 0: for ever.")),
  },
});

export const createKey = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/keys/create",
  summary: "Create an API key; secret and passphrase are shown this once",
  answer: control.NewKey,
  parameters: keyParameters,
});

export const disableKey = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/keys/disable",
  summary: "Disable an API key for good",
  answer: control.KeyNamed,
  parameters: { apiKey: text("The key.", 128) },
});

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
});

export const listKeys = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/keys",
  summary: "List the API keys, of one account or of all",
  answer: control.Keys,
  parameters: { account: optional(text("Only this account's, by id or name.", 64)) },
});

export const registerKey = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/keys/register",
  summary: "Register an API key by its public half, RSA or Ed25519: for requests of the fapi dialect",
  answer: control.KeyRegistered,
  parameters: {
    ...keyParameters,
    publicKey: text("The public half as PEM; who has the private one signs.", 2_048),
    apiKey: optional(text("Sent as X-MBX-APIKEY; printable, without blanks; default: a generated one.", 128)),
  },
});
