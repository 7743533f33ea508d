import { Type } from "typebox";
import { timeNumber } from "../fields.ts";

/** Fields that many answers of control have. */

export const account = Type.Integer({ description: "Id of the account" });
export const accountName = Type.String({ description: "Name of the account" });
export const symbol = Type.String({ description: "Symbol of the contract", examples: ["cmt_btcusdt"] });
export const position = Type.Integer({ description: "Id of the position" });
export const order = Type.Integer({ description: "Id of the order" });
export const count = (description: string) => Type.Integer({ description, minimum: 0 });
export const seq = Type.Integer({ description: "Sequence number of the command" });
export const marketTime = (description: string) => timeNumber(`${description}: market time, Unix ms`);
export const hostTime = (description: string) => timeNumber(`${description}: host time, Unix ms`);
export const storeTime = (description: string) => timeNumber(`${description}: the database's time, Unix ms`);
export const leg = Type.Enum(["long", "short"], { description: "Side of the position" });
export const flag = (description: string) => Type.Boolean({ description });
export const milliseconds = (description: string) => Type.Number({ description: `${description}, ms` });
