import type { AuditList, AuditQuery } from "#lib/contracts/audit.ts";
import { requirePermission } from "#server/access/permissions.ts";
import { selectEntries, toEntry } from "#server/audit/audit-entries.ts";
import type { Context } from "#server/context.ts";

export type AuditListInput = Omit<AuditQuery, "limit"> & { limit?: number };

/** Lists the audit log, newest first; the cursor is the previous page's last id. `payment` matches all actions on payments. */
export async function listAudit(context: Context, input: AuditListInput): Promise<AuditList> {
	requirePermission(context, "audit.read");
	const limit = input.limit ?? 50;
	const rows = await selectEntries(context, input)
		.orderBy("audit_entry.id", "desc")
		.limit(limit + 1)
		.execute();
	const items = rows.slice(0, limit).map(toEntry);
	return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
