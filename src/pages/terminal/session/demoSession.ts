/** An account to sign in with. */
export interface SignIn {
  readonly name: string;
  readonly apiKey: string;
  /** The secret, or a key that signs with it and cannot be read. */
  readonly secret: string | CryptoKey;
  readonly passphrase: string;
  /** Whether the venue generated it for this machine and shows it. */
  readonly isDemo: boolean;
}

/**
 * The accounts with which the venue lets its own page sign in; none unless both are on one machine with
 * nothing in between.
 */
export async function demoSignIns(): Promise<readonly SignIn[]> {
  const response = await fetch("/demo-session", { headers: { "outcry-page": "1" } }).catch(() => undefined);
  if (response?.ok !== true) return [];
  const { accounts } = (await response.json()) as { readonly accounts: readonly Omit<SignIn, "isDemo">[] };
  return accounts.map((account) => ({ ...account, isDemo: true }));
}
