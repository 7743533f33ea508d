import { expect, test } from "vitest";
import { transcript } from "./transcript.ts";

/** The worked examples of docs/reference, as transcripts to read. */

const ISOLATED = `
  deposit alice 1000
  deposit bob 100000
  index 60000
  alice isolated
  alice isolated 10x
  bob open short 0.1 @ 60000
  alice open long 0.1 @ 60000
  show alice
`;
const SEPARATED = `
  deposit alice 100000
  deposit bob 100000
  index 60000
  alice shared separated
  bob open short 0.5 @ 60000
  alice open long 0.1 @ 60000
  alice open long 0.2 @ 60000
  bob open long 0.25 @ 59900
  alice close long 0.15 @ 59900
  alice close long 0.15 @ 59900 pos 3
  alice close long 0.06 @ 59900 pos 3
  show alice
`;

/** By their files: a line that says what each shows, and its script. */
const EXAMPLES: Readonly<Record<string, string>> = {
  "price-band": `
    price band: at 60000 and at 60012.37, inside and one tick outside
    deposit alice 1000000
    index 60000
    alice open long 0.1 @ 60900
    alice open long 0.1 @ 60900.1
    alice open short 0.1 @ 59100
    alice open short 0.1 @ 59099.9
    alice cancel all
    wait 1
    index 60012.37
    alice open long 0.1 @ 60912.5
    alice open long 0.1 @ 60912.6
    alice open short 0.1 @ 59112.1
    alice cancel all
    alice open short 0.1 @ 59112.2`,
  "market-protection": `
    a market order stops at the protection price
    deposit alice 1000000
    deposit bob 1000000
    index 60000
    bob open short 0.3 @ 60010
    bob open short 0.4 @ 60500
    bob open short 1 @ 61000
    alice open long 1 @ market
    alice open long 1 @ market fok`,
  fees: `
    fees: discounts multiply the rate, a fee is truncated, a rebate is negative
    deposit alice 100000
    deposit bob 100000
    index 60000
    bob open short 0.0012 @ 60012.3
    alice open long 0.0012 @ 60012.3
    alice set feeSet true
    alice set takerRate 80000
    alice set makerRate 20000
    alice set discountSet true
    alice set discount 90000000
    bob open short 1 @ 60000
    alice open long 1 @ 60000
    alice close long 0.5 @ 60000
    bob close short 0.5 @ 60000`,
  "ledger-shared": `
    the shared ledger of two accounts, without funding
    deposit alice 10000
    deposit bob 50000
    index 60000
    bob open short 0.5 @ 60000
    alice open long 0.5 @ 60000
    show alice
    show bob
    index 60600
    show alice
    show bob
    alice close long 0.2 @ 60600
    bob close short 0.2 @ 60600
    show alice
    show bob
    alice open long 0.1 @ 60000
    show alice
    withdraw alice 9000
    withdraw alice 8886.97600001
    withdraw alice 8886.976
    show alice`,
  "order-margin": `
    order margin: initial margin, fee and open loss at mark 59800
    deposit alice 10000
    deposit bob 10000
    index 59800
    bob open short 0.5 @ 60100
    alice open long 0.5 @ 60000
    show alice
    index 60000
    show alice
    alice cancel all
    index 59800
    alice open short 0.5 @ 59700
    show bob`,
  "isolated-gain": `
    isolated margin: moved in, released on a gain
    ${ISOLATED}
    index 61000
    bob open long 0.04 @ 61000
    alice close long 0.04 @ 61000
    show alice
    alice margin 2 +100
    alice margin 2 -100.00000001
    alice margin 2 -100
    alice close long 0.06 @ market
    bob open long 0.06 @ 60500
    alice close long 0.06 @ 60500 ioc
    show alice`,
  "isolated-loss": `
    isolated margin: moved in, kept on a loss
    ${ISOLATED}
    index 54800
    bob open long 0.04 @ 54000
    alice close long 0.04 @ 54000
    show alice
    bob open long 0.06 @ 54000
    alice close all
    show alice`,
  "partial-close": `
    averages: an odd partial close leaves the remainder to the last one
    deposit alice 100000
    deposit bob 100000
    index 60000
    bob open short 0.1 @ 60000
    bob open short 0.2 @ 60100.1
    alice open long 0.3 @ 60200
    bob open long 0.3 @ 60000
    alice close long 0.0007 @ 60000
    show alice
    alice close long 0.1 @ 60000
    show alice
    alice close long 0.1993 @ 60000
    show alice`,
  "separated-refuse": `
    separated positions: one an opening order, closed by name
    ${SEPARATED}`,
  "separated-fifo": `
    separated positions: one an opening order, closed by name or first opened first
    ${SEPARATED}`,
  "separated-reserved": `
    first opened, first closed leaves alone what bound closes have reserved
    deposit alice 100000
    deposit bob 100000
    index 60000
    alice shared separated
    bob open short 0.6 @ 60000
    alice open long 0.1 @ 60000
    alice open long 0.2 @ 60000
    alice open long 0.3 @ 60000
    alice close long 0.1 @ 60500 pos 2
    alice close long 0.05 @ 60500 pos 3
    bob open long 0.3 @ 59900
    alice close long 0.3 @ 59900
    show alice
    alice close long 0.16 @ 60500
    alice close long 0.15 @ 60500
    bob close short 0.3 @ 60500
    show alice`,
  mark: `
    mark: index plus the mean of the last thirty basis samples
    deposit alice 100000
    index 60000
    alice open long 1 @ 60010
    alice open short 1 @ 60030
    wait 1000
    show market
    alice open long 1 @ 60020
    alice open short 1 @ 60040
    alice cancel 1
    alice cancel 2
    wait 1000
    show market
    alice open long 1 @ 60014
    alice open short 1 @ 60034
    alice cancel 3
    alice cancel 4
    wait 1000
    show market
    wait 60000
    show market`,
  presets: `
    presets: they follow the fills of their parent, and one ends the other
    deposit alice 100000
    deposit bob 100000
    index 60000
    alice open long 0.3 @ 60000 tp 60000 sl 59000
    alice open long 0.3 @ 60000 tp 60600 sl 59400
    bob open short 0.1 @ 60000
    bob open short 0.15 @ 60000
    bob open long 0.05 @ 60600
    bob set selfTrade none
    bob close short 0.01 @ 60600
    bob open short 0.01 @ 60600
    show alice
    alice cancel all
    show alice`,
  plans: `
    plans: the side of the trigger is fixed at placing, a jump fires, market and limit
    deposit alice 100000
    deposit bob 100000
    index 60000
    alice plan open long 0.1 @ market when mark 60000
    alice plan open long 0.1 @ market when mark 60500
    alice plan open short 0.1 @ 59800 when mark 59500
    bob open short 0.05 @ 60600
    index 60700
    index 59000
    alice sl long 0 @ market when last 60700
    alice sl long 0 @ market when last 59900
    alice sl long 0.02 @ 59500 when mark 58900
    alice modify 5 @ market when last 60600
    alice modify 5 @ market when last 59800
    bob open long 0.2 @ 59700
    bob set selfTrade none
    bob open short 0.05 @ 59700
    index 58800
    show alice`,
  "one-way-flip": `
    one-way mode: a sale through zero is one trade, and a close and an opening of its order
    deposit alice 100000
    deposit bob 1000000
    alice set positionMode one-way
    index 60000
    bob open short 0.5 @ 60000
    alice buy 0.5 @ 60000
    bob open long 1 @ 60000
    alice sell 0.8 @ 60000
    show alice
    alice buy 0.5 @ 59000
    alice sell 0.2 @ 61000
    show alice`,
  "one-way-reduce-only": `
    one-way mode: reduce-only orders give way, the last to fill first, and go with the leg
    deposit alice 100000
    deposit bob 1000000
    alice set positionMode one-way
    index 60000
    alice close long 0.01 @ 60200
    bob open short 0.01 @ 60000
    alice buy 0.01 @ 60000
    alice close short 0.01 @ 60200
    alice close long 0.006 @ 60200
    alice close long 0.006 @ 60400
    alice close long 0.05 @ 60300
    bob open long 0.005 @ 60000
    alice sell 0.005 @ 60000
    bob open long 0.01 @ 60000
    alice sell 0.01 @ 60000
    show alice`,
  "one-way-switch": `
    one-way mode: the setting stands while there are orders, waiting ones included, or positions
    deposit alice 100000
    deposit bob 1000000
    index 60000
    alice open long 0.1 @ 59000
    alice set positionMode one-way
    alice cancel all
    alice plan open long 0.1 @ market when last 61000
    alice set positionMode one-way
    alice cancel all
    alice shared separated
    alice set positionMode one-way
    alice shared combined
    alice set positionMode one-way
    alice shared separated
    bob open short 0.1 @ 60000
    alice open long 0.1 @ 60000
    alice open short 0.1 @ 61000
    alice set positionMode hedge`,
  "one-way-liquidation": `
    one-way mode: a net short is liquidated as any position is, its orders first
    deposit alice 3500
    deposit bob 1000000
    deposit insurance 1000
    alice set positionMode one-way
    index 60000
    bob open short 0.2 @ 60000
    alice buy 0.2 @ 60000
    bob open long 1 @ 60000
    alice sell 1 @ 60000
    alice close short 0.5 @ 58000
    alice sell 0.01 @ 66000
    bob open short 1 @ 64000
    index 64100
    show alice`,
  "one-way-deleveraging": `
    one-way mode: a net position is deleveraged, and reduce-only orders shrink to what is left
    deposit alice 100000
    deposit bob 1000000
    alice set positionMode one-way
    index 60000
    bob open short 0.1 @ 60000
    alice buy 0.1 @ 60000
    alice close long 0.06 @ 60500
    alice close long 0.04 @ 60400
    bob deleverage short 0.05
    show alice
    alice deleverage long 0.03
    show alice`,
  trailing: `
    a trailing stop of a one-way account: it is activated, follows the lowest price and fires its rate above it
    deposit alice 100000
    deposit bob 1000000
    alice set positionMode one-way
    index 60000
    bob open short 1 @ 60000
    alice trail buy 0.1 by 0.01 on mark from 60100
    alice trail buy 0.1 by 0.01 on mark from 59500
    index 60700
    index 59500
    index 59000.1
    index 59590.1
    index 59590.2`,
  "whole-position": `
    a stop of the whole position ends with it, one without the tie stays; the other side has its own
    deposit alice 100000
    deposit bob 1000000
    alice set positionMode one-way
    index 60000
    bob open short 0.1 @ 60000
    alice buy 0.1 @ 60000
    alice sl long 0 @ market when mark 59000 tied
    alice sl long 0 @ market when mark 58900 tied
    alice sl long 0.05 @ market when mark 58000
    alice sl short 0 @ market when mark 60500 tied
    bob open long 1 @ 60000
    alice sell 0.15 @ 60000
    bob open short 1 @ 60600
    index 60500`,
  countdown: `
    a countdown cancels what rests, unless it is said again or stopped
    deposit alice 100000
    index 60000
    alice open long 0.1 @ 59000
    alice plan open long 0.1 @ market when mark 61000
    alice countdown normal 10000
    wait 6000
    alice countdown normal 10000
    wait 9999
    wait 1
    alice countdown all 10000
    alice countdown all 0
    wait 20000
    alice countdown plan 5
    wait 5`,
};

for (const [file, text] of Object.entries(EXAMPLES)) {
  const [shows = "", ...script] = text.trim().split("\n");
  test(shows, async () => {
    const terms = file === "separated-refuse" ? { separatedCloseFifo: false } : {};
    await expect(transcript(script.join("\n"), terms)).toMatchFileSnapshot(`./${file}.txt`);
  });
}
