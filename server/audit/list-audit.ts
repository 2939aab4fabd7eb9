import type { AuditList, AuditQuery } from "#lib/contracts/audit.ts";
import { demand } from "#server/access/permissions.ts";
import { selectEntries, toEntry } from "#server/audit/audit-entries.ts";
import type { Context } from "#server/context.ts";

export type AuditListInput = Omit<AuditQuery, "limit"> & { limit?: number };

/** The record, newest first; the cursor is the last id of the page before. An action may be given by its noun alone (`payment`). */
export async function listAudit(context: Context, input: AuditListInput): Promise<AuditList> {
	demand(context, "audit.read");
	const limit = input.limit ?? 50;
	const rows = await selectEntries(context, input)
		.orderBy("audit_entry.id", "desc")
		.limit(limit + 1)
		.execute();
	const items = rows.slice(0, limit).map(toEntry);
	return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
