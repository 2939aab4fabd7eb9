import { findingQuerySchema } from "#lib/contracts/reconciliation.ts";
import { handle } from "#server/http/handle.ts";
import { listFindings } from "#server/reconciliation/list-findings.ts";

export const GET = handle({ action: "reconciliation.read", query: findingQuerySchema }, ({ context, query }) =>
	listFindings(context, query),
);
