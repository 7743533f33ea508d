import type { control as answers, ControlClient } from "../../../../../interface/client/index.ts";
import { Feed, type FeedPage } from "../../desk/feed.ts";

/** Which commands are shown; "" is any. */
export interface JournalFilter {
  readonly command: string;
  readonly event: string;
  readonly account: string;
  readonly symbol: string;
  readonly refused: boolean;
  readonly users: boolean;
}

const ANY_COMMAND: JournalFilter = {
  command: "",
  event: "",
  account: "",
  symbol: "",
  refused: false,
  users: true,
};

/** A first look shows this many. */
const FIRST_PAGE = 200;
const PAGE_MAX = 1_000;

/** The journal as it grows. */
export class JournalFeed extends Feed<answers.JournalEntry, JournalFilter> {
  readonly #control: ControlClient;

  constructor(control: ControlClient) {
    super(ANY_COMMAND);
    this.#control = control;
  }

  protected ask(filter: JournalFilter, after: number | undefined): Promise<FeedPage<answers.JournalEntry>> {
    const { command, event, account, symbol, refused, users } = filter;
    return this.#control.call("GET journal", {
      ...(after === undefined ? { limit: FIRST_PAGE } : { after, limit: PAGE_MAX }),
      ...(command !== "" && { command }),
      ...(event !== "" && { event }),
      ...(account !== "" && { account }),
      ...(symbol !== "" && { symbol }),
      refused,
      users,
    });
  }
}
