import type { control as answers, ControlClient } from "../../../../../interface/client/index.ts";
import { Store } from "../../../state/store.ts";
import { Feed, type FeedPage } from "../../desk/feed.ts";

export interface RequestFilter {
  /** Id or name; "" for all. */
  readonly account: string;
  readonly refused: boolean;
}

const PAGE = 200;

/** The log of requests as it grows. */
export class RequestFeed extends Feed<answers.RequestEntry, RequestFilter> {
  readonly level = new Store<answers.RequestsView["level"] | undefined>(undefined);
  readonly #control: ControlClient;

  constructor(control: ControlClient) {
    super({ account: "", refused: false });
    this.#control = control;
  }

  protected async ask(
    { account, refused }: RequestFilter,
    after: number | undefined,
  ): Promise<FeedPage<answers.RequestEntry>> {
    const page = await this.#control.call("GET requests", {
      limit: PAGE,
      ...(after !== undefined && { after }),
      ...(account !== "" && { account }),
      ...(refused && { only: "refused" as const }),
    });
    this.level.set(page.level);
    return page;
  }
}
