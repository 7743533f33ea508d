import * as declared from "../../../interface/wire/control/operations/venue.ts";
import { controlOperation } from "./operation.ts";
import { accountNamed } from "./parameters.ts";

/**
 * `GET /control/requests`: what became of the last requests. Answers `{level, entries, next, lost}`; to
 * follow, ask again with `after` set to `next`.
 */
export const readRequests = controlOperation(
  declared.readRequests,
  async (context, { after, limit, account: name, only }) => {
    const account = name === undefined ? undefined : (await accountNamed(context, name)).account;
    const {
      clients: { requestLog },
    } = context;
    return { level: requestLog.level, ...requestLog.read({ after, limit, account, refused: only === 1 }) };
  },
);

/**
 * `POST /control/requests/level`: logs nothing, refused requests, or every request, until the venue stops.
 */
export const setRequestLevel = controlOperation(
  declared.setRequestLevel,
  ({ clients: { requestLog } }, { level }) => {
    requestLog.level = level;
    return { level };
  },
);
