import { handle } from "#server/http/route-handler.ts";
import { readConfiguration } from "#server/settings/read-configuration.ts";

export const GET = handle({ action: "settings.read" }, readConfiguration);
