import { LIMIT, MAKER_ONLY, OPEN_LONG } from "outcry/client";

/*
 * A small bot: bids once, holds what it gets, and can say when it has got it and when it has lost it. It is
 * what the test beside it tests; nothing in it knows that its venue is one.
 */
export class Bot {
  #client;
  #account;
  #holding = Promise.withResolvers();
  #gone = Promise.withResolvers();

  constructor(client) {
    this.#client = client;
  }

  /** Resolves to the position once there is one. */
  get holding() {
    return this.#holding.promise;
  }

  /** Resolves once the position is gone, whoever closed it. */
  get gone() {
    return this.#gone.promise;
  }

  /** Bids, and follows its account from then on. Resolves to the order's id. */
  async start({ symbol, size, price, leverage }) {
    await this.#client.account.setLeverage({ symbol, marginMode: 1, longLeverage: leverage });
    this.#account = await this.#client.accountMirror();
    const bid = { symbol, size, price, type: OPEN_LONG, order_type: MAKER_ONLY, match_price: LIMIT };
    const { order_id } = await this.#client.orders.place(bid);
    void this.#follow();
    return order_id;
  }

  stop() {
    this.#account.close();
  }

  async #follow() {
    let isHolding = false;
    for await (const { isLive, positions } of this.#account) {
      if (!isLive) continue; // between two connections nothing is known
      if (positions.size > 0) {
        isHolding = true;
        this.#holding.resolve([...positions.values()][0]);
      } else if (isHolding) {
        isHolding = false;
        this.#gone.resolve();
      }
    }
  }
}
