import { createContext, useContext } from "react";
import type { Contract } from "../market/contract.ts";
import { useStore } from "../state/useStore.ts";
import type { Desk } from "./desk.ts";
import { isOneWayIn } from "./orderRequest.ts";

export const DeskContext = createContext<Desk | undefined>(undefined);

/** The desk that the panels share: the same object as long as somebody is signed in. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === undefined) throw new Error("nobody is signed in here");
  return desk;
}

/** Whether the account holds one net position a contract. */
export function useIsOneWay(): boolean {
  return useStore(useDesk().account.view, (view) => isOneWayIn(view?.modes));
}

/** The contract that is shown. */
export function useContract(): Contract {
  return useStore(useDesk().contract);
}
