import { sql } from "kysely";
import type { AuditEntry, AuditList, AuditQuery } from "#lib/contracts/audit.ts";
import { demand } from "#server/access/permissions.ts";
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

function selectEntries(
	{ database, config }: Context,
	{ action, subjectId, memberId, from, to, cursor }: AuditListInput,
) {
	const zone = config.timeZone;
	return database
		.selectFrom("audit_entry")
		.leftJoin("member", "member.id", "audit_entry.member_id")
		.select(["audit_entry.id", "at", "action", "subject_kind", "subject_id", "details", "member.name"])
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
		.$if(cursor !== undefined, (query) => query.where("audit_entry.id", "<", cursorId(cursor ?? "")));
}

/** A cursor that is none of ours is before everything: an empty page. */
function cursorId(cursor: string): string {
	return /^\d{1,18}$/.test(cursor) ? cursor : "0";
}

interface EntryRow {
	id: string;
	at: Date;
	name: string | null;
	action: string;
	subject_kind: string;
	subject_id: string | null;
	details: Record<string, string>;
}

function toEntry(row: EntryRow): AuditEntry {
	return {
		id: row.id,
		at: row.at.toISOString(),
		memberName: row.name,
		action: row.action,
		subjectKind: row.subject_kind,
		subjectId: row.subject_id,
		details: row.details,
	};
}
