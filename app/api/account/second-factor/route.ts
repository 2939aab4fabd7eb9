import { handle } from "#server/http/route-handler.ts";
import { readOwnFactors } from "#server/second-factor/factors-of.ts";

export const GET = handle({ countsAsActivity: false, stages: ["enrolment"] }, (context) =>
	readOwnFactors(context, context.member),
);
