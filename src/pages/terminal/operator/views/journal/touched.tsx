import { hrefOf } from "../../desk/place.ts";

/** Accounts named in a row; further ones are counted. */
const TOUCHED_MAX = 2;

/** The accounts of a command, each leading to it. */
export function AccountLinks({ names }: { readonly names: readonly string[] }) {
  return (
    <>
      {names.slice(0, TOUCHED_MAX).map((name) => (
        <a key={name} className="op-tag" href={hrefOf("accounts", name)}>
          {name}
        </a>
      ))}
      {names.length > TOUCHED_MAX && <span className="faint">+{names.length - TOUCHED_MAX}</span>}
    </>
  );
}
