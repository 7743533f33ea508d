import type { Scenario } from "../feeds/index.ts";
import { defaultScenario, withPrices } from "../feeds/index.ts";
import { randomText } from "../gateway/control/index.ts";
import { Vault } from "../gateway/index.ts";
import { systemRng } from "../host/rng.ts";
import { systemClock } from "../host/systemClock.ts";
import type { CredentialsFile } from "./credentials.ts";
import { credentialsOf, masterKeyOf, readCredentials } from "./credentials.ts";
import { holdsMarket } from "./dataDirectory.ts";
import { DirectoryStore } from "./directoryStore.ts";
import type { OwnedAccount, SealedKey } from "./firstStart.ts";
import { MemoryStore } from "./memoryStore.ts";
import type { Settled } from "./options.ts";
import type { Store } from "./storage.ts";

/** What a venue has independently of its market: it outlives a reset. */
export interface VenueSetup {
  readonly settled: Settled;
  readonly scenario: Scenario;
  readonly store: Store;
  readonly vault: Vault;
  /** The credentials file of an earlier start. */
  readonly known: CredentialsFile | undefined;
  readonly accounts: readonly OwnedAccount[];
  /** Keys of the accounts as first sealed, by name. */
  readonly sealed: Map<string, SealedKey>;
  readonly adminToken: string;
}

/** @throws DirectoryInUse, DataUnusableError, ScenarioError */
export async function openSetup(settled: Settled): Promise<VenueSetup> {
  const store =
    settled.data === "memory"
      ? new MemoryStore(systemClock)
      : new DirectoryStore(settled.data, systemClock, {
          keepBytes: settled.journalKeepBytes,
          onError: (error) => settled.log.error({ error: String(error) }, "the journal could not be trimmed"),
          ...(!settled.requireHistory && {
            onHistoryFailure: ({ message }) =>
              settled.log.error(
                { error: message },
                "history failed; what it concerns is refused, trading goes on",
              ),
          }),
        });
  try {
    const { directory } = store;
    const isNew = directory === undefined || !holdsMarket(directory);
    const known = directory === undefined ? undefined : await readCredentials(directory);
    return {
      settled,
      scenario: withPrices(scenarioOf(settled), settled.prices),
      store,
      vault: new Vault(await masterKeyOf(directory, settled.masterKey, systemRng, isNew), systemRng),
      known,
      accounts: settled.accounts.map((spec) => {
        const earlier = known?.accounts.find(({ name }) => name === spec.name);
        return { ...spec, credentials: credentialsOf(spec, earlier, systemRng) };
      }),
      sealed: new Map(),
      adminToken: settled.adminToken ?? known?.adminToken ?? randomText(systemRng, 32),
    };
  } catch (error) {
    await store.release();
    throw error;
  }
}

function scenarioOf({ market, prehistory }: Settled): Scenario {
  return typeof market === "string" ? { ...defaultScenario(market), prehistory } : market;
}
