/** Signed in where the member never was before: they are told. The first browser of all is nobody's news. */
import { tellMember } from "#server/notices/tell-member.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Before this browser is remembered. */
export async function tellNewBrowser(trx: DatabaseTransaction, at: Date, memberId: string): Promise<void> {
	const known = trx.selectFrom("known_browser").select("id").where("member_id", "=", memberId);
	if (!(await known.limit(1).executeTakeFirst())) return;
	await tellMember(trx, { at, memberId, kind: "new_browser" });
}
