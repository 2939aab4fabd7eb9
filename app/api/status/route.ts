import { handle } from "#server/http/route-handler.ts";
import { readDeskStatus } from "#server/overview/read-desk-status.ts";

export const GET = handle({}, readDeskStatus);
