import { handle } from "#server/http/route-handler.ts";
import { readServiceRecord } from "#server/settings/read-service-record.ts";

export const GET = handle({ action: "settings.read" }, readServiceRecord);
