/** Notifies a member about a change to their account, in the commit of that change. Every such change calls it. */

import { decodeTime, ulid } from "ulid";
import { describeDevice } from "#lib/members/describe-device.ts";
import type { NoticeDetails, NoticeKind } from "#lib/members/notice-kinds.ts";
import { auditOrigin, recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { addJob, MAIL_TRIES } from "#server/store/job-queue.ts";
import { publishUpdate } from "#server/store/live-updates.ts";

export interface AccountEvent {
	at: Date;
	memberId: string;
	kind: NoticeKind;
	/** Null: the command line, or the provider or admin named in `details`. Absent: the member, or somebody with their password. */
	by?: string | null;
	details?: NoticeDetails;
}

/**
 * Records a change to an account in the audit log, notifies the member and refreshes open pages. `name`: the member's name, for the
 * audit log when somebody else acts.
 */
export async function recordAccountEvent(
	trx: DatabaseTransaction,
	{ name, ...event }: AccountEvent & { name?: string },
): Promise<void> {
	const { at, memberId, kind, by = memberId, details } = event;
	await recordAudit(trx, {
		...{ at, memberId: by, subjectKind: "member", subjectId: memberId },
		action: kind === "password_set" ? "member.password_reset" : `member.${kind}`,
		details: { ...(name === undefined ? {} : { name }), ...details },
	});
	await notifyMember(trx, event);
	await publishUpdate(trx, { topic: "members", id: memberId });
}

/** Writes the notice and adds the job of its mail. Without `by`, the notice also names the device and address of the request. */
export async function notifyMember(trx: DatabaseTransaction, event: AccountEvent): Promise<void> {
	const { at, memberId, kind, by, details } = event;
	const unseen = trx.selectFrom("notice").where("member_id", "=", memberId).where("seen_at", "is", null);
	const last = await unseen.select(({ fn }) => fn.max("id").as("id")).executeTakeFirst();
	// Whatever this machine's clock says, the id follows those that the member may be dismissing.
	const id = ulid(Math.max(at.getTime(), last?.id ? decodeTime(last.id) + 1 : 0));
	const allDetails = { ...details, ...(await actorOf(trx, by, details)), ...(by === undefined ? originOf() : {}) };
	await trx
		.insertInto("notice")
		.values({ id, member_id: memberId, kind, details: JSON.stringify(allDetails), created_at: at })
		.execute();
	await addJob(trx, "mail_notice", { noticeId: id }, { maxAttempts: MAIL_TRIES });
	await publishUpdate(trx, { topic: "notices", id: memberId });
}

/** Returns the actor's name at this time: people know names and not ids. */
async function actorOf(
	trx: DatabaseTransaction,
	by: string | null | undefined,
	{ provider, confirmedBy }: NoticeDetails = {},
): Promise<NoticeDetails> {
	if (by === undefined) return {};
	// A role from the provider's groups has no actor here: the provider, or the admin who confirmed the role, is named instead.
	if (by === null) return { by: provider ?? confirmedBy ?? "" };
	const row = await trx.selectFrom("member").select("name").where("id", "=", by).executeTakeFirst();
	return { by: row?.name ?? "" };
}

function originOf(): NoticeDetails {
	const { address, userAgent } = auditOrigin();
	const { browser, system } = describeDevice(userAgent);
	const device = [browser, system].filter(Boolean).join(" · ");
	return { ...(device ? { device } : {}), ...(address ? { address } : {}) };
}
