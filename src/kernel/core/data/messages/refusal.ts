import type { RejectionCode } from "../units/kinds.ts";
import type { Grounds } from "./grounds.ts";
import { grounded } from "./grounds.ts";
import type { AnyDetails, Rejection } from "./rejection.ts";
import { DETAIL_PLACES, noteDetails, rejectionOf } from "./rejection.ts";

type RefusalNumbers = Readonly<Pick<Refusal, "code" | "d0" | "d1" | "d2" | "d3" | "d4">>;

/**
 * The refusal that a check found last: a code of rejection.ts and its details, in the places of a record. One
 * object, overwritten by each refusal.
 */
export class Refusal {
  code: RejectionCode = 0;
  d0 = 0;
  d1 = 0;
  d2 = 0;
  d3 = 0;
  d4 = 0;
  /** Of what a directive refuses; no part of the record. */
  #text = "";
  #grounds: Grounds | undefined;
  readonly #places: number[] = new Array(DETAIL_PLACES).fill(0);

  /** @param grounds asked once the details are noted, so that they may use the same registers */
  note(code: RejectionCode, details: AnyDetails, grounds: (() => Grounds) | undefined): void {
    this.#text = noteDetails(code, details, this.#places);
    const [d0, d1, d2, d3, d4] = this.#places as [number, number, number, number, number];
    this.take({ code, d0, d1, d2, d3, d4 });
    this.#grounds = grounds?.();
  }

  /** Takes over a refusal that was found before. */
  take({ code, d0, d1, d2, d3, d4 }: RefusalNumbers): void {
    this.#grounds = undefined;
    this.code = code;
    this.d0 = d0;
    this.d1 = d1;
    this.d2 = d2;
    this.d3 = d3;
    this.d4 = d4;
  }

  toRejection(): Rejection | undefined {
    if (this.code === 0) return undefined;
    const rejection = rejectionOf(this.code, [this.d0, this.d1, this.d2, this.d3, this.d4], this.#text);
    return this.#grounds === undefined ? rejection : grounded(rejection, this.#grounds);
  }
}
