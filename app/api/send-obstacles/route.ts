import { handle } from "#server/http/route-handler.ts";
import { readSendObstacles } from "#server/overview/read-send-obstacles.ts";

export const GET = handle({ action: "payment.read" }, readSendObstacles);
