import { handle } from "#server/http/route-handler.ts";
import { listOrphanAnswers } from "#server/transactions/list-orphan-answers.ts";

export const GET = handle({ action: "settings.manage" }, listOrphanAnswers);
