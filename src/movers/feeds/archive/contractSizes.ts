import type { ArchiveFile } from "./catalogue.ts";
import { ArchiveFolderError } from "./catalogue.ts";

/** How many coins a contract has, by coin (`btc`), for files whose sizes are in contracts. */
export type ContractSizes = Readonly<Record<string, number>>;

/**
 * The files, those whose sizes may be in contracts with the size of their contract.
 *
 * @throws ArchiveFolderError for an invalid size, or one that no file needs
 */
export function withContractSizes(
  files: readonly ArchiveFile[],
  sizes: ContractSizes,
): readonly ArchiveFile[] {
  for (const [coin, size] of Object.entries(sizes)) {
    if (!(size > 0)) throw new ArchiveFolderError(`--contract-size ${coin} is a number above 0, got ${size}`);
    if (!files.some((file) => mayHaveContracts(file) && coinOf(file) === coin))
      throw new ArchiveFolderError(`--contract-size ${coin}: no file of ${coin} has sizes in contracts`);
  }
  return files.map((file) =>
    mayHaveContracts(file) ? { ...file, contractSize: sizes[coinOf(file)] } : file,
  );
}

/** What a file whose sizes are in contracts needs, as the end of a sentence. */
export function sizeWanted(file: ArchiveFile): string {
  return `--contract-size ${coinOf(file)}=0.01 says how many coins a contract has, with the figure that is right`;
}

/**
 * Whether a file may have sizes in contracts. Sizes of the archives' own forms are in coins. For forms that
 * others use, too, only the columns show it, once the file is open.
 */
function mayHaveContracts({ naming, kind }: ArchiveFile): boolean {
  return naming !== "archive" || kind === "trades" || kind === "bookTicker" || kind === "klines";
}

function coinOf({ pair }: ArchiveFile): string {
  return pair.replace(/USDT$/, "").toLowerCase();
}
