import type { control as answers } from "../../../../interface/client/index.ts";
import { withThousands } from "../../format/decimal.ts";
import { useAnswer } from "../desk/useOperator.ts";
import { amountText } from "../explain/amount.ts";
import { PickField } from "./fields.tsx";

/** Everything of an account that is not an isolated position. */
export const SHARED_POSITIONS = "";

/**
 * One of an account's isolated positions, or all that share its margin: picked out of what it holds, with
 * what tells one from another.
 */
export function PositionField({
  account,
  value,
  onChange,
}: {
  readonly account: string;
  /** Id of the isolated position, or {@link SHARED_POSITIONS}. */
  readonly value: string;
  readonly onChange: (position: string) => void;
}) {
  const { data } = useAnswer("GET accounts/show", { account });
  const positions = data?.positions ?? [];
  const isolated = positions.filter(({ marginMode }) => marginMode === "isolated");
  const shared = positions.length - isolated.length;
  const options = [
    [SHARED_POSITIONS, `what shares its margin: ${shared} ${shared === 1 ? "position" : "positions"}`],
    ...isolated.map((each) => [String(each.position), positionText(each)] as const),
  ] as const;
  return <PickField label="Position" value={value} options={options} onChange={onChange} />;
}

/** "long 0.5 cmt_btcusdt, entry 60 000, isolated with 302.10 USDT at 20x" */
export function positionText({
  leg,
  size,
  symbol,
  entry,
  margin,
  marginMode,
  leverage,
}: answers.AccountPosition): string {
  return `${leg} ${withThousands(size)} ${symbol}, entry ${withThousands(entry)}, ${marginMode} with ${amountText(margin)} USDT at ${withThousands(leverage)}x`;
}
