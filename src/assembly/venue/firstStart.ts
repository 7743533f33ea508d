import type {
  AccountSummary,
  Command,
  ContractView,
  KeyView,
  Points,
  TimeMs,
} from "../../kernel/core/index.ts";
import {
  ACCOUNT_HOUSE,
  ACCOUNT_USER,
  depositOf,
  eventLayouts,
  INSURANCE_ACCOUNT,
  ONE_WAY,
  offsetsOf,
  PERMIT_FUTURES,
  PERMIT_READ,
  PERMIT_SPOT,
  RecordView,
  wasFunded,
} from "../../kernel/core/index.ts";
import type { DurableFrame, EnginePort, Outcome } from "../../kernel/engine/index.ts";
import { systemRng } from "../../kernel/host/rng.ts";
import type { Seed } from "../../kernel/host/seed.ts";
import { drawSeed } from "../../kernel/host/seed.ts";
import type { PastCandles, PrehistoryOptions, Scenario } from "../../movers/feeds/index.ts";
import {
  GivenPast,
  mirrorAccountName,
  PastError,
  prehistoryOf,
  prehistoryTerms,
  RecordingError,
} from "../../movers/feeds/index.ts";
import { changedSettings } from "../../service/gateway/changedSettings.ts";
import type { Log, Vault } from "../../service/gateway/index.ts";
import { isPassphrase, PASSPHRASE_RULE } from "../../service/gateway/index.ts";
import type { History } from "../../service/readmodel/index.ts";
import { patiently } from "../../service/readmodel/index.ts";
import { parseQuanta } from "./checkOptions.ts";
import type { Credentials } from "./credentials.ts";
import { DataUnusableError } from "./dataErrors.ts";
import type { AccountSpec } from "./options.ts";

/**
 * What a venue needs before it can trade. Each step does only what is missing, so that an interrupted start
 * can be repeated.
 */

/** Something that the options ask for was refused. */
export class SetUpError extends Error {
  override readonly name = "SetUpError";
}

/** USDT that the insurance fund starts with. */
const INSURANCE_FUND = "1000000";

/** Checks, on one of the stored secrets, that this master key encrypted them. @throws DataUnusableError */
export async function refuseOtherMasterKey(engine: EnginePort, vault: Vault, data: string): Promise<void> {
  const [any] = await engine.query({ type: "keys" });
  if (any === undefined || vault.decrypt(any.sealedSecret, any) !== undefined) return;
  throw new OtherMasterKeyError(data, "the API secrets");
}

/** Another master key than the given one encrypted `what` of a venue. */
export class OtherMasterKeyError extends DataUnusableError {
  readonly what: string;

  constructor(data: string, what: string) {
    super(
      `the master key is not the one that encrypted ${what} in ${data}: put that one back as master.key, or give it in ` +
        "OUTCRY_MASTER_KEY",
    );
    this.what = what;
  }
}

/** The owner under whose name the vault encrypts a seed. */
const SEED_OWNER = { key: "market seed", account: 0 } as const;

/**
 * The seed of the market: the number asked for; else the seed that the venue has had so far; for a new venue
 * a secret one, which the journal keeps encrypted.
 *
 * @throws DataUnusableError if another master key encrypted it
 */
export async function marketSeed(
  engine: EnginePort,
  vault: Vault,
  wanted: number | "secret",
  data: string,
): Promise<Seed> {
  const { name, seed, sealedSeed } = await engine.query({ type: "venue" });
  if (name === "") {
    const drawn = wanted === "secret" ? drawSeed(systemRng) : undefined;
    await must(engine, {
      type: "openVenue",
      seed: wanted === "secret" ? 0 : wanted,
      name: "outcry",
      sealedSeed: drawn === undefined ? "" : vault.encrypt(drawn.join(" "), SEED_OWNER),
    });
    return drawn ?? Number(wanted);
  }
  if (wanted !== "secret") return wanted;
  return openedSeed({ seed, sealedSeed }, vault, data);
}

/**
 * The seed of a market that another node has begun. @throws DataUnusableError if another master key encrypted
 * it
 */
export async function loggedSeed(engine: EnginePort, vault: Vault, data: string): Promise<Seed> {
  return openedSeed(await engine.query({ type: "venue" }), vault, data);
}

function openedSeed(
  { seed, sealedSeed }: { readonly seed: number; readonly sealedSeed: string },
  vault: Vault,
  data: string,
): Seed {
  if (sealedSeed === "") return seed;
  const opened = vault.decrypt(sealedSeed, SEED_OWNER);
  if (opened === undefined) throw new OtherMasterKeyError(data, "the market's seed");
  const [a, b, c, d] = opened.toString("utf8").split(" ").map(Number);
  return [a!, b!, c!, d!];
}

/**
 * Refuses a data directory that holds another market while anybody has a position: positions were opened at
 * that market's prices, and another one's would jump. @throws DataUnusableError
 */
export async function refuseOtherMarket(
  engine: EnginePort,
  { source }: Scenario,
  data: string,
): Promise<void> {
  const accounts = await engine.query({ type: "accounts" });
  const mine = source === undefined ? undefined : mirrorAccountName(source.kind);
  const house = accounts.filter(({ kind }) => kind === ACCOUNT_HOUSE);
  const other = house.find(({ name }) =>
    mine === undefined ? name.startsWith(mirrorAccountName("")) : name !== mine,
  );
  const isOwn = mine === undefined || house.some(({ name }) => name === mine);
  if (other === undefined && isOwn) return;
  const market = other === undefined ? "its prices were its own" : `${other.name} filled its book`;
  for (const { account, name, kind } of accounts) {
    if (kind !== ACCOUNT_USER) continue;
    const [position] = await engine.query({ type: "positions", account, contract: undefined });
    if (position !== undefined)
      throw new DataUnusableError(
        `${data} is of another market (${market}), and account ${name} has a position there: start it with the ` +
          "market it had and close all positions, or take another --data",
      );
  }
}

/** Lists the scenario's contracts that are not listed yet, and fills the insurance fund. */
export async function listContracts(engine: EnginePort, scenario: Scenario): Promise<void> {
  const listed = await engine.query({ type: "contracts" });
  if (listed.length === 0) await must(engine, depositOf(INSURANCE_ACCOUNT, parseQuanta(INSURANCE_FUND)));
  for (const listing of scenario.listings) {
    if (!listed.some(({ symbol }) => symbol === listing.symbol)) await must(engine, listing);
  }
}

/** An account of the options, with the credentials of its API key. */
export type OwnedAccount = AccountSpec & { readonly credentials: Credentials };

/** What the venue stores of an API key: its owner, its encrypted secret, a hash of its passphrase. */
export type EncryptedKey = Pick<KeyView, "account" | "sealedSecret" | "passphraseHash">;

/**
 * Opens the accounts that are missing, with their deposit and their key.
 *
 * @param encryptedKeys API keys encrypted earlier, by the key; those encrypted now are added. With the same
 * ones, a market that starts over is the same to the last byte
 */
export async function openAccounts(
  engine: EnginePort,
  vault: Vault,
  accounts: readonly OwnedAccount[],
  balance: string,
  encryptedKeys: Map<string, EncryptedKey>,
): Promise<void> {
  const known = new Map(
    (await engine.query({ type: "accounts" })).map((each: AccountSummary) => [each.name, each]),
  );
  const keys = new Map((await engine.query({ type: "keys" })).map((each) => [each.key, each]));
  for (const { name, credentials, ...spec } of accounts) {
    let account = known.get(name)?.account;
    if (account === undefined) {
      account = (await must(engine, { type: "openAccount", kind: ACCOUNT_USER, name })).id;
      if (spec.positionMode === "one-way") await setOneWay(engine, account);
    }
    const amount = parseQuanta(spec.balance ?? balance);
    if (amount > 0n && (await isBare(engine, account, keys.values())))
      await must(engine, depositOf(account, amount));
    if (!isPassphrase(credentials.passphrase)) {
      throw new SetUpError(`the passphrase of account ${name} must be ${PASSPHRASE_RULE}`);
    }
    const key = credentials.apiKey;
    const existing = keys.get(key);
    if (existing !== undefined) {
      refuseOther(vault, existing, account, credentials);
      encryptedKeys.set(key, existing);
      continue;
    }
    const { sealedSecret, passphraseHash } = encryptedKey(vault, credentials, account, encryptedKeys);
    await must(engine, {
      type: "addKey",
      account,
      permissions: PERMIT_READ | PERMIT_SPOT | PERMIT_FUTURES,
      activeFrom: 0,
      expires: 0,
      key,
      sealedSecret,
      passphraseHash,
      label: name,
      addresses: "",
      wireProfile: "",
    });
  }
}

async function setOneWay(engine: EnginePort, account: number): Promise<void> {
  const view = await engine.query({ type: "account", account });
  await must(engine, changedSettings(view!, { positionMode: ONE_WAY }));
}

/**
 * Whether an account has no API key and was never given money: it is new, or the venue ended while it was
 * being set up.
 */
async function isBare(engine: EnginePort, account: number, keys: Iterable<KeyView>): Promise<boolean> {
  if ([...keys].some((key) => key.account === account)) return false;
  const view = await engine.query({ type: "account", account });
  return view === undefined || !wasFunded(view);
}

function encryptedKey(
  vault: Vault,
  { apiKey: key, secret, passphrase }: Credentials,
  account: number,
  encryptedKeys: Map<string, EncryptedKey>,
): EncryptedKey {
  const known = encryptedKeys.get(key);
  if (known?.account === account) return known;
  const made = {
    account,
    sealedSecret: vault.encrypt(secret, { key, account }),
    passphraseHash: vault.hashPassphrase(passphrase, key),
  };
  encryptedKeys.set(key, made);
  return made;
}

/** Refuses an existing key whose owner or strings differ from those asked for, since they never change. */
function refuseOther(vault: Vault, key: KeyView, account: number, credentials: Credentials): void {
  const secret = vault.decrypt(key.sealedSecret, { key: key.key, account: key.account });
  const refuse = (why: string): never => {
    throw new SetUpError(`the API key ${key.key} exists already, ${why}`);
  };
  if (key.account !== account) refuse(`for account ${key.account}: give ${credentials.name} another key`);
  if (secret === undefined)
    refuse("and this master key does not open it: start with the one that encrypted it");
  const same =
    secret!.toString("utf8") === credentials.secret &&
    vault.isPassphrase(credentials.passphrase, key.key, key.passphraseHash);
  if (!same) refuse("with another secret or passphrase: give another key, or the strings that it has");
}

/** The candles given for a contract, on its grid. @throws SetUpError if they do not fit */
function given(
  contract: ContractView,
  past: ReadonlyMap<string, PastCandles>,
  end: number,
): GivenPast | undefined {
  const candles = past.get(contract.symbol);
  try {
    return candles && new GivenPast(contract, candles, end);
  } catch (error) {
    if (error instanceof PastError || error instanceof RecordingError)
      throw new SetUpError(`prehistory: ${error.message}`, { cause: error });
    throw error;
  }
}

/** The contract's past from the market that is shown; if it has none, the past is generated. */
async function pastOfSource(
  { scenario: { source }, log }: Parameters<typeof drawPrehistory>[0],
  contract: ContractView,
  end: number,
): Promise<
  { readonly given: GivenPast | undefined; readonly rates: PrehistoryOptions["rates"] } | undefined
> {
  try {
    const past = await source?.past?.(contract, end);
    if (past === undefined) return undefined;
    return { given: past.candles && new GivenPast(contract, past.candles, end), rates: past.rates };
  } catch (error) {
    log.warn(
      { symbol: contract.symbol, error: String(error) },
      "the source's past could not be had: it is made up",
    );
    return undefined;
  }
}

/**
 * Writes the past of every contract that has none, up to the time and price with which the contract began. A
 * start waits for history as long as it takes.
 */
export async function drawPrehistory(options: {
  readonly history: History;
  readonly contracts: readonly ContractView[];
  readonly scenario: Scenario;
  readonly seed: Seed;
  /** When a contract's past ends, and at which price. */
  readonly firstPriceOf: (contract: ContractView) => FirstPrice;
  readonly candles: number;
  /** The user's own candles, by symbol. */
  readonly past: ReadonlyMap<string, PastCandles>;
  readonly onProgress: (share: number) => void;
  readonly log: Log;
}): Promise<void> {
  const { history, contracts, scenario, seed, candles, past } = options;
  for (const symbol of past.keys())
    if (!contracts.some((each) => each.symbol === symbol))
      throw new SetUpError(`the past has candles of ${symbol}, which is no contract here`);
  if (candles === 0 && past.size === 0) return;
  for (const [i, contract] of contracts.entries()) {
    options.onProgress(i / contracts.length);
    if (contract.index === 0) continue;
    if (await patiently(history, () => history.hasPrehistory(contract.contract))) continue;
    const { time: end, points } = options.firstPriceOf(contract);
    const market = prehistoryTerms(contract.symbol, scenario.feeds[contract.symbol]);
    const own = past.has(contract.symbol) ? undefined : await pastOfSource(options, contract, end);
    const its = own === undefined ? given(contract, past, end) : own.given;
    const madeUp = its?.madeUp;
    if (madeUp !== undefined)
      options.log.warn({ minutes: madeUp.minutes }, `the past of ${contract.symbol}: ${madeUp.words}`);
    await history.writePrehistory(
      prehistoryOf({
        contract,
        seed,
        end,
        points,
        ...market,
        candles,
        given: its,
        rates: own?.rates,
      }),
    );
  }
  options.onProgress(1);
}

/** Submits a command that must be accepted. */
export async function must(engine: EnginePort, command: Command): Promise<Outcome> {
  const outcome = await engine.submit(command);
  if (outcome.rejection !== undefined) {
    const { type, ...numbers } = outcome.rejection;
    const detail = JSON.stringify(numbers, (_, value) => (typeof value === "bigint" ? String(value) : value));
    throw new SetUpError(`the venue refused ${command.type}: ${type} ${detail}`);
  }
  return outcome;
}

const INDEX = eventLayouts.indexChanged.kind;
const indexed = offsetsOf(eventLayouts.indexChanged);

/** When a contract had its first index price, and that price: with it its generated past ends. */
interface FirstPrice {
  readonly time: TimeMs;
  readonly points: Points;
}

/**
 * The first prices of contracts that get one while a market is being opened. They are read from the log, so
 * that every node has the same.
 */
export class FirstPrices {
  readonly #seen = new Map<number, FirstPrice>();

  note({ events, time }: DurableFrame): void {
    const view = new RecordView(events);
    for (let at = 0; at < view.length; at = view.next(at)) {
      if (view.kind(at) !== INDEX) continue;
      const contract = view.words[at + indexed.contract]!;
      if (!this.#seen.has(contract))
        this.#seen.set(contract, { time, points: view.words[at + indexed.points]! as Points });
    }
  }

  /** `undefined` for a contract that had a price before. */
  of(contract: number): FirstPrice | undefined {
    return this.#seen.get(contract);
  }
}
