/** Whether a text may be the passphrase of a new key. */
export function isPassphrase(text: string): boolean {
  return /^[A-Za-z0-9]{1,128}$/.test(text);
}
