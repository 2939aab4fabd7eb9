/** Translates audit log filters to SQL and rows to the JSON of the API. */

import { sql } from "kysely";
import type { AuditEntry, AuditList, AuditQuery } from "#lib/contracts/audit.ts";
import { describeDevice } from "#lib/members/describe-device.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context, SystemContext } from "#server/context.ts";

export type AuditListInput = Omit<AuditQuery, "limit"> & { limit?: number };

/** Lists the audit log, newest first; the cursor is the previous page's last id. The action `payment` matches all on payments. */
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

export type AuditFilter = Pick<AuditQuery, "action" | "subjectId" | "memberId" | "from" | "to" | "cursor">;

/** Callers add order and limit; the cursor is the id before which entries are read. */
export function selectEntries(
	{ database, config }: SystemContext,
	{ action, subjectId, memberId, from, to, cursor }: AuditFilter,
) {
	const zone = config.timeZone;
	return database
		.selectFrom("audit_entry")
		.select(["audit_entry.id", "at", "action", "subject_kind", "subject_id", "details", "member_name as name"])
		.select(["audit_entry.address", "audit_entry.user_agent"])
		.$if(action !== undefined, (query) =>
			query.where((of) => of.or([of("action", "=", action ?? ""), of(sql`split_part(action, '.', 1)`, "=", action)])),
		)
		.$if(subjectId !== undefined, (query) => query.where("subject_id", "=", subjectId ?? ""))
		.$if(memberId !== undefined, (query) => query.where("audit_entry.member_id", "=", memberId ?? ""))
		.$if(from !== undefined, (query) =>
			query.where(sql<boolean>`audit_entry.at >= ${from}::date::timestamp at time zone ${zone}`),
		)
		.$if(to !== undefined, (query) =>
			query.where(sql<boolean>`audit_entry.at < (${to}::date + 1)::timestamp at time zone ${zone}`),
		)
		.$if(cursor !== undefined, (query) => query.where("audit_entry.id", "<", cursor ?? ""));
}

export interface EntryRow {
	id: string;
	at: Date;
	name: string | null;
	action: string;
	subject_kind: string;
	subject_id: string | null;
	details: Record<string, string>;
	address: string | null;
	user_agent: string | null;
}

export function toEntry(row: EntryRow): AuditEntry {
	return {
		id: row.id,
		at: row.at.toISOString(),
		memberName: row.name,
		action: row.action,
		subjectKind: row.subject_kind,
		subjectId: row.subject_id,
		details: row.details,
		address: row.address,
		device: deviceText(row.user_agent),
	};
}

// A business has few browsers; parsing a user agent costs a hundred times the rest of a row.
const KNOWN = 200;
const known = new Map<string, string>();

/** Returns "Firefox · Linux", or the beginning of the text for a program that is no browser. */
function deviceText(userAgent: string | null): string | null {
	if (userAgent === null) return null;
	const told = known.get(userAgent);
	if (told !== undefined) return told;
	const { browser, system } = describeDevice(userAgent);
	const text = [browser, system].filter(Boolean).join(" · ") || userAgent.slice(0, 40);
	if (known.size >= KNOWN) known.clear();
	known.set(userAgent, text);
	return text;
}
