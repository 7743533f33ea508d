/** The house's traders, ordinary accounts that keep the market alive; the scenario's traders; the fund's worker. */

export { FUND_BEAT_MS, FundWorker } from "./fundWorker.ts";
export { HOUSE_BEAT_MS, houseMoment, startParticipants } from "./house.ts";
export { HouseError } from "./houseAccount.ts";
export type { IndexPrice, Participants, ParticipantsOptions } from "./participants.ts";
export { TraderError } from "./traderAccount.ts";
export { TraderDesk } from "./traderDesk.ts";
