/**
 * A trade's id as a UUID of version 8: the contract's index in the first group, the id of the trade (as fills
 * show it) in the last 14 hexadecimal digits. The same trade always has the same one.
 */
export function ticketId(contract: number, trade: number): string {
  const digits = trade.toString(16).padStart(14, "0");
  return `${contract.toString(16).padStart(8, "0")}-0000-8000-80${digits.slice(0, 2)}-${digits.slice(2)}`;
}
