import * as declared from "../../../wire/v2/operations/account.ts";
import { privateOperation } from "../../operation.ts";
import { retiredAccount } from "./accounts.ts";

export const account = privateOperation(declared.account, (context) => retiredAccount(context));
