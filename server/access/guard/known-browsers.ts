/**
 * Browsers in which a member has signed in before. Their cookie gives no access; it keeps other people's guesses from delaying the member
 * there.
 */
import { hash } from "node:crypto";
import { ulid } from "ulid";
import { isSessionId, newSessionId } from "#server/access/session-id.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

export const BROWSER_KNOWN_MS = 180 * 24 * 3_600_000;
// A person uses a few browsers; a program that discards cookies must not fill the table.
const BROWSERS_OF_ONE = 20;

/** Returns the browser's id if this member signed in there (`passed_at`: passed a second step there) in the last 180 days, else null. */
export async function findKnownBrowser(
	database: Database,
	now: Date,
	{ token, ...member }: { token: string | null } & ({ email: string } | { memberId: string }),
	since: "last_used_at" | "passed_at" = "last_used_at",
): Promise<string | null> {
	if (!isSessionId(token)) return null;
	const row = await database
		.selectFrom("known_browser")
		.innerJoin("member", "member.id", "known_browser.member_id")
		.select("known_browser.id")
		.where("token_hash", "=", hashToken(token))
		.where((of) => ("email" in member ? of("email", "=", member.email) : of("member.id", "=", member.memberId)))
		.where(since, ">", new Date(now.getTime() - BROWSER_KNOWN_MS))
		.executeTakeFirst();
	return row?.id ?? null;
}

/** Runs after a sign-in. Each time returns a new token for the cookie, so that a planted or copied token is worthless. */
export async function rememberBrowser(
	trx: DatabaseTransaction,
	now: Date,
	{ token, memberId }: { token: string | null; memberId: string },
): Promise<string> {
	const fresh = newSessionId();
	const hash = hashToken(fresh);
	// The new token also replaces the old one of other members who signed in here, so that they stay known.
	if (isSessionId(token))
		await trx
			.updateTable("known_browser")
			.set({ token_hash: hash })
			.where("token_hash", "=", hashToken(token))
			.execute();
	await trx
		.insertInto("known_browser")
		.values({ id: ulid(now.getTime()), token_hash: hash, member_id: memberId, created_at: now, last_used_at: now })
		.onConflict((conflict) => conflict.columns(["token_hash", "member_id"]).doUpdateSet({ last_used_at: now }))
		.execute();
	await forgetOldest(trx, memberId);
	return fresh;
}

export async function notePassed(
	trx: DatabaseTransaction,
	now: Date,
	{ token, memberId }: { token: string | null; memberId: string },
): Promise<void> {
	if (!isSessionId(token)) return;
	await trx
		.updateTable("known_browser")
		.set({ passed_at: now })
		.where("token_hash", "=", hashToken(token))
		.where("member_id", "=", memberId)
		.execute();
}

async function forgetOldest(trx: DatabaseTransaction, memberId: string): Promise<void> {
	const kept = trx
		.selectFrom("known_browser")
		.select("id")
		.where("member_id", "=", memberId)
		.orderBy("last_used_at", "desc")
		.orderBy("id", "desc")
		.limit(BROWSERS_OF_ONE);
	await trx.deleteFrom("known_browser").where("member_id", "=", memberId).where("id", "not in", kept).execute();
}

function hashToken(token: string): string {
	return hash("sha256", `browser:${token}`);
}
