import { sql } from "kysely";
import type { AuditEntry, AuditList, AuditQuery } from "#lib/contracts/audit.ts";
import { describeDevice } from "#lib/members/describe-device.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { withIsoTimes } from "#server/store/tables/iso-times.ts";

export type AuditListInput = Omit<AuditQuery, "limit"> & { limit?: number };

/** Lists entries, newest first; the cursor is the previous page's last id. The action `payment` matches every action on payments. */
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

/** Returns the names of all members, even to a reader who may not list members. Throws forbidden. */
export function readMemberNames(context: Context): Promise<{ id: string; name: string }[]> {
	requirePermission(context, "audit.read");
	return context.database.selectFrom("member").select(["id", "name"]).orderBy("name").orderBy("id").execute();
}

export type AuditFilter = Pick<AuditQuery, "action" | "subjectId" | "memberId" | "from" | "to" | "cursor">;

/** Callers add order and limit; the cursor is the id before which entries are read. */
export function selectEntries(
	{ database, config }: SystemContext,
	{ action, subjectId, memberId, from, to, cursor }: AuditFilter,
) {
	const days = inDays(from, to, config.timeZone);
	// Without the ids, all newer entries are read on the way to old days; `+ 0` has PostgreSQL find them by the index of times.
	const ids = sql<Record<"first" | "last", string>>`(select min(id + 0), max(id + 0) from audit_entry where ${days})`;
	const within = sql`audit_entry.id between (select first from ids) and (select last from ids)`;
	return database
		.with("ids(first, last)", () => ids)
		.selectFrom("audit_entry")
		.select(["audit_entry.id", "at", "member_name as memberName", "action", "subject_kind as subjectKind"])
		.select(["subject_id as subjectId", "details", "address", "user_agent as userAgent"])
		.$if(action !== undefined, (query) =>
			query.where(action?.includes(".") ? sql`action` : sql`split_part(action, '.', 1)`, "=", action),
		)
		.$if(subjectId !== undefined, (query) => query.where("subject_id", "=", subjectId ?? ""))
		.$if(memberId !== undefined, (query) => query.where("audit_entry.member_id", "=", memberId ?? ""))
		.$if(from !== undefined || to !== undefined, (query) => query.where(sql<boolean>`${days} and ${within}`))
		.$if(cursor !== undefined, (query) => query.where("audit_entry.id", "<", cursor ?? ""));
}

function inDays(from: string | undefined, to: string | undefined, zone: string) {
	return sql`at >= coalesce(${from ?? null}::date, '-infinity')::timestamp at time zone ${zone}
		and at < (coalesce(${to ?? null}::date, 'infinity') + 1)::timestamp at time zone ${zone}`;
}

export type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>["execute"]>>[number];

export function toEntry({ userAgent, ...row }: EntryRow): AuditEntry {
	return { ...withIsoTimes(row), device: deviceText(userAgent) };
}

// Enough for the browsers of a business. Parsing a user agent costs a hundred times the rest of a row.
const KNOWN = 200;
const known = new Map<string, string>();

/** Returns "Firefox · Linux", or the beginning of the text for a program that is not a browser. */
function deviceText(userAgent: string | null): string | null {
	if (userAgent === null) return null;
	const cached = known.get(userAgent);
	if (cached !== undefined) return cached;
	const { browser, system } = describeDevice(userAgent);
	const text = [browser, system].filter(Boolean).join(" · ") || userAgent.slice(0, 40);
	if (known.size >= KNOWN) known.clear();
	known.set(userAgent, text);
	return text;
}
