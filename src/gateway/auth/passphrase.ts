/** What a passphrase may be; special characters are not allowed, since it travels in a header. */
export const PASSPHRASE_RULE = "1 to 128 letters and digits, no special characters";

/** Whether a text may be the passphrase of a new key. */
export function isPassphrase(text: string): boolean {
  return /^[A-Za-z0-9]{1,128}$/.test(text);
}
