import { handle } from "#server/http/handle.ts";
import { readConfiguration } from "#server/settings/read-configuration.ts";

export const GET = handle({ action: "settings.read" }, readConfiguration);
