import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import type { RoundName } from "../../../assembly/venue/contestRecorder.ts";
import { resultsOf, sharedResultsOf } from "../../../assembly/venue/contestResults.ts";
import { masterKeyOf } from "../../../assembly/venue/credentials.ts";
import { JOURNAL_DIRECTORY } from "../../../assembly/venue/dataFiles.ts";
import type { OnProgress } from "../../../assembly/venue/onProgress.ts";
import type { Past } from "../../../assembly/venue/replayStart.ts";
import { systemRng } from "../../../kernel/host/rng.ts";
import { ORIGIN_NAME } from "../../../kernel/journal/origin.ts";
import { describeDamage } from "../../../kernel/journal/recovery.ts";
import { listSegments } from "../../../kernel/journal/segment.ts";
import { surveyLog } from "../../../kernel/journal/survey.ts";
import type { Results, SignedResults } from "../../../service/contest/index.ts";
import { differencesOf, isSignedBy, signedText } from "../../../service/contest/index.ts";
import { publicKeyOf, signatureOf, Vault } from "../../../service/gateway/index.ts";
import { checkedUrl, clusterOption } from "../clusterFlag.ts";
import { DEFAULT_DATA, masterKey } from "../config.ts";
import { CliError, EXIT_DATA, EXIT_FAILED, usage } from "../exitCodes.ts";
import { dataError, openJournal, openPast } from "../offline.ts";
import { Progress } from "../show/progress.ts";
import { show, showJson, showText } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

/** `outcry contest results` and `verify`: computed from the journal alone; a venue may be running on it. */
export function addResultsCommands(contest: Command, terminal: Terminal): void {
  contest
    .command("results")
    .argument("<contest>", "its name")
    .option("--data <dir>", "data directory of the venue", DEFAULT_DATA)
    .addOption(clusterOption())
    .option("--practice", "of the practice round")
    .option("--out <folder>", "write the signed results and a copy of the journal there, to be published")
    .option("--json", "print JSON, signed")
    .description("compute a round's results out of the journal, sign them, and show them")
    .action((name: string, options: ResultsOptions) => results(name, options, terminal));
  contest
    .command("verify")
    .argument("<journal>", "the published journal, or a data directory")
    .argument("<results>", "the published results")
    .option(
      "--key <hex>",
      "the venue's public key, as it was told you; without it, the one that the results name",
    )
    .option("--json", "print JSON")
    .description(
      "compute results anew out of a published journal, and say where they differ from those published",
    )
    .action((journal: string, file: string, options: VerifyOptions) =>
      verify(journal, file, options, terminal),
    );
}

interface ResultsOptions {
  readonly data: string;
  readonly cluster?: string | true;
  readonly practice?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

async function results(name: string, options: ResultsOptions, terminal: Terminal): Promise<void> {
  const { data, cluster: url, practice, out, json = false } = options;
  const past = url === undefined ? await openPast(data) : undefined;
  const round = practice === true ? "practice" : "contest";
  const master = await masterKeyOf(url === undefined ? data : undefined, masterKey(), systemRng).catch(
    (error: Error) => {
      throw dataError(error);
    },
  );
  if (url !== undefined && masterKey() === undefined)
    throw usage("results of a cluster are signed with its master key: give OUTCRY_MASTER_KEY");
  const vault = new Vault(master, systemRng);
  const found = await shownProgress(terminal, (onProgress) =>
    past === undefined
      ? sharedResultsOf(checkedUrl(url!), name, round, onProgress)
      : computed(past, name, round, onProgress),
  );
  if (found.contest.publicKey !== publicKeyOf(vault))
    throw new CliError(
      "the contest was created under another master key: results signed with this one would not verify",
      {
        exitCode: EXIT_DATA,
      },
    );
  const signed: SignedResults = { ...found, signature: signatureOf(vault, signedText(found)) };
  if (out !== undefined) await publish(out, signed, url === undefined ? data : undefined);
  if (json) showJson(terminal, signed);
  else report(signed, terminal);
}

async function computed(
  past: Past,
  name: string,
  round: RoundName,
  onProgress: OnProgress,
): Promise<Results> {
  const report = await surveyLog(past.journal, { onProgress() {} });
  if (report.damage.length > 0)
    throw new CliError(
      `the journal is damaged: ${describeDamage(report.damage[0]!)}; "journal verify" lists every place`,
      {
        exitCode: EXIT_DATA,
      },
    );
  return resultsOf(past, report, name, round, onProgress);
}

async function shownProgress<T>(
  terminal: Terminal,
  work: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  const progress = new Progress(terminal);
  try {
    return await work((step, share) => progress.update(step, share));
  } catch (error) {
    throw (error as Error).name === "ContestResultsError"
      ? new CliError((error as Error).message, { exitCode: EXIT_DATA, cause: error })
      : dataError(error as Error);
  } finally {
    progress.end();
  }
}

/**
 * Writes the results and, where there is a journal on disk, a copy of its segments: the keys in them are
 * encrypted or hashed.
 */
async function publish(folder: string, signed: SignedResults, data: string | undefined): Promise<void> {
  await mkdir(join(folder, JOURNAL_DIRECTORY), { recursive: true });
  const suffix = signed.round === "practice" ? "-practice" : "";
  const file = join(folder, `${signed.contest.name}${suffix}.results.json`);
  await writeFile(file, `${JSON.stringify(signed, null, 2)}\n`);
  if (data === undefined) return;
  const segments = await listSegments(await openJournal(data));
  for (const name of [...segments.map((each) => each.name), ORIGIN_NAME])
    await copyFile(join(data, JOURNAL_DIRECTORY, name), join(folder, JOURNAL_DIRECTORY, name));
}

function report(
  { contest, round, standings, pairs, origins, acts, journal, signature }: SignedResults,
  terminal: Terminal,
): void {
  showText(terminal, {
    contest: contest.name,
    round,
    upToCommand: journal.seq,
    digest: journal.digest,
    publicKey: contest.publicKey,
    signature,
  });
  const tables = [
    ["", standings],
    ["where each team's result came from, trades valued against the index\n", origins],
    ["what passed between teams by trades, valued against the index\n", pairs],
    ["what operators did to teams\n", acts],
  ] as const;
  for (const [title, rows] of tables) {
    if (rows.length === 0) continue;
    terminal.out(`\n${title}`);
    showText(terminal, rows);
  }
}

interface VerifyOptions {
  readonly key?: string;
  readonly json?: boolean;
}

async function verify(
  journal: string,
  file: string,
  options: VerifyOptions,
  terminal: Terminal,
): Promise<void> {
  const claimed = await readResults(file);
  const { key = claimed.contest.publicKey, json = false } = options;
  const isSigned = isSignedBy(key, claimed);
  const { signature: _, ...results } = claimed;
  const past = await openPast(journal);
  const found = await shownProgress(terminal, (onProgress) =>
    computed(past, claimed.contest.name, claimed.round, onProgress),
  );
  const differences = differencesOf(results, found);
  show(terminal, json, { signed: isSigned, key, keyGiven: options.key !== undefined, differences });
  if (!isSigned)
    throw new CliError(
      `the results do not bear the signature of ${key}: they were changed after they were signed, or signed with another key`,
      {
        exitCode: EXIT_FAILED,
      },
    );
  if (differences.length === 0) return;
  const [first] = differences;
  throw new CliError(
    `the results differ from what the journal comes to in ${differences.length} places, first ${first!.path}: ${first!.said}, not ${first!.found}`,
    { exitCode: EXIT_FAILED },
  );
}

async function readResults(file: string): Promise<SignedResults> {
  try {
    const value = JSON.parse(await readFile(file, "utf8")) as Partial<SignedResults> | null;
    if (typeof value?.contest?.name === "string" && (value.round === "contest" || value.round === "practice"))
      return { signature: "", ...value } as SignedResults;
  } catch (error) {
    throw usage(`${file} cannot be read as results: ${(error as Error).message}`);
  }
  throw usage(`${file} holds no results of a contest`);
}
