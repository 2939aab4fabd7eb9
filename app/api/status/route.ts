import { handle } from "#server/http/handle.ts";
import { readDeskStatus } from "#server/overview/read-desk-status.ts";

export const GET = handle({ countsAsActivity: false }, readDeskStatus);
