/** Tells a member what happened to their own account, in the commit in which it happened: no verb that changes it goes without. */
import { ulid } from "ulid";
import type { NoticeDetails, NoticeKind } from "#lib/contracts/notice.ts";
import { describeDevice } from "#lib/describe-device.ts";
import { auditOrigin } from "#server/store/audit-origin.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { addJob } from "#server/store/queue.ts";

export interface AccountHappening {
	at: Date;
	memberId: string;
	kind: NoticeKind;
	/** Who did it; null: Cauri's own command line. Absent: the member, or whoever has their password. */
	by?: string | null;
	details?: NoticeDetails;
}

const MAIL_TRIES = 8;

/** From where it was done is told with it, as the record tells it. */
export async function tellMember(trx: DatabaseTransaction, happening: AccountHappening): Promise<void> {
	const { at, memberId, kind, by, details } = happening;
	const id = ulid(at.getTime());
	const told = { ...details, ...(await actorOf(trx, by)), ...(by === undefined ? originOf() : {}) };
	await trx
		.insertInto("notice")
		.values({ id, member_id: memberId, kind, details: JSON.stringify(told), created_at: at })
		.execute();
	await addJob(trx, "mail_notice", { noticeId: id }, { maxAttempts: MAIL_TRIES });
	await tellChange(trx, { topic: "notices", id: memberId });
}

/** By name: the notice outlives the mail, and a name is what people know. */
async function actorOf(trx: DatabaseTransaction, by: string | null | undefined): Promise<NoticeDetails> {
	if (by === undefined) return {};
	if (by === null) return { by: "" };
	const row = await trx.selectFrom("member").select("name").where("id", "=", by).executeTakeFirst();
	return { by: row?.name ?? "" };
}

function originOf(): NoticeDetails {
	const { address, userAgent } = auditOrigin();
	const { browser, system } = describeDevice(userAgent);
	const device = [browser, system].filter(Boolean).join(" · ");
	return { ...(device ? { device } : {}), ...(address ? { address } : {}) };
}
