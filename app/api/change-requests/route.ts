import { listChangeRequests } from "#server/change-requests/list-change-requests.ts";
import { handle } from "#server/http/route-handler.ts";

export const GET = handle({ action: "change_request.read" }, listChangeRequests);
