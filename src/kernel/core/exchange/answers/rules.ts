import { SOURCE_SILENT_MAX_MS } from "../../data/contract/indexSources.ts";
import type { HouseRule, LatencyRule } from "../../data/messages/event.ts";
import type {
  BreachView,
  ContestView,
  DirectiveView,
  InvitationView,
  NoticeView,
  Query,
  RulesView,
  VenueView,
} from "../../data/messages/query.ts";
import type { State } from "../../data/state/state.ts";
import type { AccountId } from "../../data/units/kinds.ts";
import { breachesOf, trialOfRule, trialOfTerms } from "../../events/trial.ts";

/** The venue as it was opened. */
export function venue(s: State): VenueView {
  return { name: s.venueName, seed: s.venueSeed, sealedSeed: s.sealedSeed };
}

/** How long an account's messages are on their way; undefined where they take no time. */
export function latency(s: State, { account }: { readonly account: AccountId }): LatencyRule | undefined {
  return s.latencies.get(account)?.rule;
}

/** What is left to do to orders: to those to come, then to live ones. */
export function directives({ directives }: State): readonly DirectiveView[] {
  const { waiting, ofOrder } = directives;
  const followers = [...ofOrder].sort(([a], [b]) => a - b);
  return [
    ...Array.from(waiting.values(), ({ directive, left }) => ({ directive, left, order: 0 })),
    ...followers.flatMap(([order, all]) => all.map((directive) => ({ directive, left: 0, order }))),
  ];
}

/** The contests, in the order in which they were set. */
export function contests(s: State): readonly ContestView[] {
  return [...s.contests].map(([name, definition]) => ({ name, definition }));
}

/** The invitations, in the order in which they were first set. */
export function invitations(s: State): readonly InvitationView[] {
  return [...s.invitations.values()];
}

/** The notices to users that are kept, or those to one, in the order in which they were sent. */
export function notices(
  { notices }: State,
  { account }: { readonly account: AccountId | undefined },
): readonly NoticeView[] {
  if (account === undefined) return [...notices];
  return notices.filter(({ accounts }) => accounts.some((each) => each.account === account));
}

/** Who acts for the house, by contract in the order in which each was set. */
export function house(s: State): readonly HouseRule[] {
  return [...s.house.values()].map(({ rule }) => rule);
}

/** What operators have set about prices and losses. */
export function rules(s: State): RulesView {
  return {
    contracts: s.contracts.map(({ index, markRule, riskRule, sources }) => ({
      contract: index,
      mark: markRule,
      sources: [...sources.values()]
        .map((each) => ({ ...each, live: s.time - each.time <= SOURCE_SILENT_MAX_MS }))
        .sort((a, b) => a.source - b.source),
      risk: riskRule,
    })),
    fund: s.fundRule,
  };
}

/** Who could not carry another risk rule, or other terms; nobody for an unknown contract. */
export function breachesUnder(
  s: State,
  { contract: index, rule, terms }: Extract<Query, { type: "breachesUnder" }>,
): readonly BreachView[] {
  const contract = s.contracts[index];
  if (contract === undefined) return [];
  if (terms !== undefined) return breachesOf(s, trialOfTerms(s, contract, terms));
  return breachesOf(s, trialOfRule(s, contract, rule ?? contract.riskRule));
}
