import { MOVE_DEPOSIT, MOVE_TRANSFER, MOVE_WITHDRAW } from "../../codes.ts";
import { choice, flag, integer, optional, text } from "../../parameter.ts";
import * as control from "../index.ts";
import { controlOperation } from "../operation.ts";
import { accountText, amountText } from "../parameters.ts";
import { movements } from "../words.ts";

export const beginMovement = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/money/begin",
  summary: "Announce a deposit, withdrawal or transfer that is pending until settled",
  answer: control.MovementMade,
  parameters: {
    movement: choice("What kind of movement it is.", {
      deposit: MOVE_DEPOSIT,
      withdraw: MOVE_WITHDRAW,
      transfer: MOVE_TRANSFER,
    }),
    from: optional(text("The account that it leaves, by id or name; without it the outside world.", 64)),
    to: optional(text("The account that it reaches, by id or name; without it the outside world.", 64)),
    amount: amountText,
  },
});

export const deposit = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/money/deposit",
  summary: "Deposit USDT into an account",
  answer: control.AccountMoney,
  parameters: { account: accountText, amount: amountText },
});

export const moveMoney = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/money/move",
  summary: "Move USDT between two accounts as a transfer, gift, refund or copy-trading settlement",
  answer: control.MovementMade,
  parameters: {
    movement: choice("What kind of movement it is.", movements),
    from: optional(text("The account that it leaves, by id or name; without it the outside world.", 64)),
    to: optional(text("The account that it reaches, by id or name; without it the outside world.", 64)),
    amount: amountText,
  },
});

export const pendingMovements = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/money/pending",
  summary: "List the pending movements",
  answer: control.PendingMovements,
  parameters: {},
});

export const settleMovement = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/money/settle",
  summary: "Complete or drop a pending movement",
  answer: control.MovementSettled,
  parameters: {
    movement: integer("Its id."),
    complete: optional(flag("false drops it."), true),
  },
});

export const withdraw = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/money/withdraw",
  summary: "Withdraw USDT from an account",
  answer: control.AccountMoney,
  parameters: { account: accountText, amount: amountText },
});
