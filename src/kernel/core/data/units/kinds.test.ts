import { expectTypeOf, it } from "vitest";
import type { traded } from "../../events/tradeEvents.ts";
import type { Command, UncheckedCommand } from "../messages/command.ts";
import { rejections as R } from "../messages/rejection.ts";
import { refuse } from "../state/refuse.ts";
import type { State } from "../state/state.ts";
import type { Orders } from "../tables/orders.ts";
import type {
  AccountId,
  ContractIndex,
  HoldingSlot,
  Leg,
  Lots,
  OrderId,
  OrderSlot,
  Points,
  PositionId,
  PositionSlot,
  Rate,
  Ticks,
  TimeMs,
  UncheckedAccount,
  UncheckedContract,
} from "./kinds.ts";
import { accountId, contractIndex } from "./kinds.ts";

/** What compiles is what this test says: each line under `@ts-expect-error` must not. */
declare const kinds: {
  ticks: Ticks;
  points: Points;
  lots: Lots;
  rate: Rate;
  time: TimeMs;
  orderId: OrderId;
  positionId: PositionId;
  account: AccountId;
  contract: ContractIndex;
  leg: Leg;
  order: OrderSlot;
  position: PositionSlot;
  holding: HoldingSlot;
  plain: number;
  said: UncheckedAccount;
};

/** Is never called: only its types count. */
export function compiles(s: State, orders: Orders, trade: typeof traded): void {
  const { ticks, points, lots, rate, time, orderId, positionId, account, contract, leg, order, position } =
    kinds;
  let price: Ticks = ticks;
  // A literal, a sum and a plain number may become one of a kind, and one of a kind is a number.
  price = 5;
  price = ticks + 1;
  price = kinds.plain;
  kinds.plain = price;
  // @ts-expect-error a size is no price
  price = lots;
  // @ts-expect-error a hundredth of a tick is no tick
  price = points;
  // @ts-expect-error a time is no price
  price = time;
  // @ts-expect-error a rate is no price
  price = rate;
  // @ts-expect-error nor are they compared
  if (ticks === lots) price = 0;

  // @ts-expect-error the id of an order is not its slot
  orders.price[order] = orders.price[orderId];
  // @ts-expect-error an account is no contract
  s.contracts[account].lastPrice = price;
  // @ts-expect-error a leg is no position
  positionIs(leg);
  // @ts-expect-error the id of an order is not that of a position
  positionIs(orderId);
  positionIs(positionId);

  // A column gives its own slots what is there; of any other number it may have nothing.
  price = orders.price[order];
  // @ts-expect-error a position's slot is none of the orders'
  price = orders.price[position];
  // @ts-expect-error a number may be anything
  price = orders.price[kinds.plain];
  // @ts-expect-error a column of prices takes no sizes
  orders.price[order] = lots;
  s.contracts[contract].lastPrice = price;

  // Which accounts and contracts there are, numbers do not say: they become one where somebody says so.
  accountIs(account);
  accountIs(accountId(kinds.plain));
  if (s.accounts.has(kinds.plain)) accountIs(kinds.plain);
  contractIs(contractIndex(kinds.plain));
  // @ts-expect-error a number is no account
  accountIs(kinds.plain);
  // @ts-expect-error a number is no contract
  contractIs(kinds.plain);
  // @ts-expect-error a sum of accounts is none
  accountIs(account + 1);
  // @ts-expect-error an account is no contract
  contractIs(account);
  // @ts-expect-error a contract is no account
  accountIs(contract);
  // @ts-expect-error the id of an order is no account
  accountIs(orderId);
  // @ts-expect-error what others say is an account is one when it was found
  accountIs(kinds.said);
  // @ts-expect-error nor is it a contract to anybody
  uncheckedContractIs(kinds.said);
  // @ts-expect-error a number may be no account, so that a column may have nothing for it
  positionIs(s.accounts.positionHead[kinds.plain]);

  // Others say numbers, and are told rows.
  commandIs({ type: "payRebates", account: kinds.plain });
  // @ts-expect-error the core's own commands name accounts
  ownCommandIs({ type: "payRebates", account: kinds.plain });

  trade(s, order, order, lots);
  // @ts-expect-error lots and the maker swapped
  trade(s, lots, order, order);
  // @ts-expect-error a holding is no order
  trade(s, kinds.holding, order, lots);

  // A refusal takes its details by name and kind.
  refuse(s, R.sizeTooSmall, { size: lots, min: 1 });
  // @ts-expect-error a price is no size
  refuse(s, R.sizeTooSmall, { size: price, min: lots });
  // @ts-expect-error all of them
  refuse(s, R.sizeTooSmall, { size: lots });
  // @ts-expect-error nor others
  refuse(s, R.amountNotPositive, { account });
  // @ts-expect-error money is no number
  refuse(s, R.counterLimit, { account, limit: lots });
}

declare function positionIs(position: PositionId): void;
declare function accountIs(account: AccountId): void;
declare function contractIs(contract: ContractIndex): void;
declare function uncheckedContractIs(contract: UncheckedContract): void;
declare function commandIs(command: UncheckedCommand): void;
declare function ownCommandIs(command: Command): void;

it("tells kinds apart where it compiles", () => {
  expectTypeOf<Ticks>().toExtend<number>();
  expectTypeOf<Ticks>().not.toEqualTypeOf<Lots>();
  expectTypeOf<Orders["price"][OrderSlot]>().toEqualTypeOf<Ticks>();
});
