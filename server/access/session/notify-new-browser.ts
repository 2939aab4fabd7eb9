/** Notifies members of a sign-in in a new browser, except in their very first one. */
import { notifyMember } from "#server/notices/notify-member.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Call it before this browser is remembered. */
export async function notifyNewBrowser(trx: DatabaseTransaction, at: Date, memberId: string): Promise<void> {
	const known = trx.selectFrom("known_browser").select("id").where("member_id", "=", memberId);
	if (!(await known.limit(1).executeTakeFirst())) return;
	await notifyMember(trx, { at, memberId, kind: "new_browser" });
}
