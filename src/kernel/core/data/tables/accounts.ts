import { ACCOUNT_SYSTEM } from "../codes.ts";
import type { FeeView } from "../messages/query.ts";
import { AccountColumns } from "../model/generated/accountColumns.ts";
import type { AccountId, OrderSlot } from "../units/kinds.ts";
import { accountId, listBy } from "../units/kinds.ts";
import type { AccountRules } from "./accountRules.ts";
import { rulesOfKind } from "./accountRules.ts";
import { NO_FEE_SETTING } from "./feeSetting.ts";

/** All accounts (data/model/accounts.ts); the slot is the account's id. */
export class Accounts extends AccountColumns {
  readonly names = listBy<AccountId, string>("");
  /** The rules of the account's kind. */
  readonly rules = listBy<AccountId, AccountRules>(rulesOfKind(ACCOUNT_SYSTEM));
  readonly fees = listBy<AccountId, FeeView>(NO_FEE_SETTING);
  /** Live client ids of an account; undefined until it uses one. */
  readonly clientIds = listBy<AccountId, Map<string, OrderSlot> | undefined>(undefined);
  readonly byName = new Map<string, AccountId>();

  constructor(capacity = 64) {
    super(capacity);
    this.take(); // slot 0: no account
    this.count = 0;
  }

  /** All of them, system accounts included, ascending. */
  ids(): AccountId[] {
    return Array.from({ length: this.top - 1 }, (_, before) => accountId(before + 1));
  }

  /** Whether `account` is the id of an account. */
  has(account: number): account is AccountId {
    return account > 0 && account < this.top && Number.isInteger(account);
  }
}
