import { type SqlBool, sql } from "kysely";
import type { ChangeRequest } from "#lib/contracts/change-request.ts";
import { may } from "#lib/roles.ts";
import type { Actor } from "#server/context.ts";
import { isByProvider } from "#server/guarded-changes/guarded-change.ts";
import type { Database } from "#server/store/database.ts";

interface Wanted {
	id?: string;
	subject?: string;
	waiting?: boolean;
	limit?: number;
}

/** The first role change of a member who joined by invitation. */
const BY_INVITATION = sql<boolean>`(change_request.kind = 'member_changed' and change_request.before ->> 'version' = '1'
	and exists (select from invitation where invitation.id = change_request.subject))`;

/** Reads requests, newest first. A request past its deadline no longer waits, even if the worker has not marked it yet. */
export async function readChangeRequests(
	database: Database,
	reader: Pick<Actor, "id" | "role">,
	{ id, subject, waiting, limit = 100 }: Wanted,
): Promise<ChangeRequest[]> {
	const isOpen = sql<SqlBool>`change_request.state = 'waiting' and change_request.expires_at > now()`;
	const rows = await database
		.selectFrom("change_request")
		.innerJoin("member as asker", "asker.id", "change_request.asked_by")
		.leftJoin("member as decider", "decider.id", "change_request.decided_by")
		.leftJoin("member as about", "about.id", "change_request.subject")
		.selectAll("change_request")
		.select(["asker.name as asker_name", "decider.name as decider_name", "about.name as about_name"])
		.select(isOpen.as("open"))
		.select(BY_INVITATION.as("by_invitation"))
		.$if(id !== undefined, (query) => query.where("change_request.id", "=", id ?? ""))
		.$if(subject !== undefined, (query) => query.where("change_request.subject", "=", subject ?? ""))
		.$if(waiting === true, (query) => query.where(isOpen))
		.$if(waiting === false, (query) => query.where(sql<SqlBool>`not (${isOpen})`))
		.orderBy("change_request.asked_at", "desc")
		.orderBy("change_request.id", "desc")
		.limit(limit)
		.execute();
	return rows.map((row) => {
		const isOwn = row.asked_by === reader.id;
		const isAlone = row.effective_at !== null;
		const mayConfirm = may(reader.role, "change_request.confirm");
		const isStopper = mayConfirm || (isAlone && may(reader.role, "change_request.stop"));
		return {
			...{ id: row.id, kind: row.kind, subject: row.subject, note: row.note },
			memberName: row.about_name,
			byInvitation: row.by_invitation,
			byProvider: isByProvider(row),
			...{ before: row.before, after: row.after },
			state: row.state === "waiting" && !row.open ? "expired" : row.state,
			askedBy: { id: row.asked_by, name: row.asker_name },
			askedAt: row.asked_at.toISOString(),
			effectiveAt: row.effective_at?.toISOString() ?? null,
			expiresAt: row.expires_at.toISOString(),
			decidedBy: row.decided_by === null ? null : { id: row.decided_by, name: row.decider_name ?? "" },
			decidedAt: row.decided_at?.toISOString() ?? null,
			may: {
				confirm: Boolean(row.open) && !isOwn && mayConfirm,
				refuse: Boolean(row.open) && !isOwn && isStopper,
				withdraw: Boolean(row.open) && isOwn,
			},
		};
	});
}

/** Reads the digest of kind, subject, before and after. The confirming admin's step-up is bound to it, and the database checks that. */
export async function readChangeDigest(database: Database, id: string): Promise<string> {
	const query = database.selectFrom("change_request").where("id", "=", id);
	return (await query.select(sql<string>`change_digest(change_request)`.as("digest")).executeTakeFirstOrThrow()).digest;
}
