/**
 * The house's traders, ordinary accounts that keep the market alive; the scenario's traders; the fund's
 * worker.
 */

export { accepted, ParticipantError } from "./account.ts";
export { FUND_BEAT_MS, FundWorker } from "./fundWorker.ts";
export { HOUSE_BEAT_MS, House } from "./house.ts";
export { houseAccount, refill } from "./houseAccount.ts";
export { TraderDesk } from "./traderDesk.ts";
