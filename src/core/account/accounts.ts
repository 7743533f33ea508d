import { AccountColumns } from "../model/generated/accountColumns.ts";
import type { FeeView } from "../query.ts";
import { NO_FEE_SETTING } from "./feeSetting.ts";

/** Everybody (model/accounts.ts); the slot is the account's id. */
export class Accounts extends AccountColumns {
  readonly names: string[] = [""];
  readonly fees: FeeView[] = [NO_FEE_SETTING];
  /** Live client ids of an account, made when the first one is used. */
  readonly clientIds: (Map<string, number> | undefined)[] = [undefined];
  readonly byName = new Map<string, number>();

  constructor(capacity = 64) {
    super(capacity);
    this.take(); // slot 0: no account
    this.count = 0;
  }

  /** Whether `account` is the id of an account. */
  has(account: number): boolean {
    return account > 0 && account < this.top && Number.isInteger(account);
  }
}
