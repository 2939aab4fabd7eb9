/**
 * Delays password guesses without locking members out: by account and address together, by address, and (briefly) by account. In
 * a known browser, only its own guesses cause a delay.
 */
import { createHash } from "node:crypto";
import { AppError } from "#server/errors.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import type { Tables } from "#server/store/tables/tables.ts";

export type DelayKind = Tables["sign_in_delay"]["kind"];

const MINUTE_MS = 60_000;
// A person mistypes a few times; an office shares one address. The account limit is for guesses from very many addresses: its
// delay stays short, because strangers can cause it for a member's new browser.
const FREE_FAILURES: Record<DelayKind, number> = { pair: 4, browser: 4, account: 99, address: 19 };
const LONGEST_MS: Record<DelayKind, number> = {
	pair: 5 * MINUTE_MS,
	browser: 5 * MINUTE_MS,
	account: MINUTE_MS / 2,
	address: 5 * MINUTE_MS,
};
// After this long without a try, counting starts again.
const FORGET_MS = 60 * MINUTE_MS;
const PURGE_MS = 24 * FORGET_MS;

export interface Attempt {
	email: string;
	address: string;
	/** Id of a browser where this account signed in before; null: any other. */
	browser: string | null;
}

/** Returns the milliseconds to wait after this many failures: 0 for the free ones, then 1 s, 2 s, 4 s … Pure. */
export function delayAfter(failures: number, kind: DelayKind): number {
	const counted = failures - FREE_FAILURES[kind];
	return counted <= 0 ? 0 : Math.min(LONGEST_MS[kind], 1_000 * 2 ** Math.min(counted - 1, 20));
}

/** Throws `too_many_attempts` with the seconds left, and counts nothing. */
export async function requireNoDelay(database: Database, now: Date, attempt: Attempt): Promise<void> {
	const keys = delaysOf(attempt).map(({ key }) => key);
	const rows = await database.selectFrom("sign_in_delay").selectAll().where("key", "in", keys).execute();
	// Rows with only free failures are skipped: another program's clock may be a little ahead, which would look like a delay.
	const delaying = rows.filter(({ failures, kind }) => delayAfter(failures, kind) > 0);
	const left = Math.max(0, ...delaying.map((row) => row.blocked_until.getTime() - now.getTime()));
	if (left === 0) return;
	throw new AppError("too_many_attempts", "sign-in delayed", { retryAfterSeconds: Math.ceil(left / 1_000) });
}

/** A signed-in member's guesses at their own password; other people's guesses do not delay them. */
export function ownAttempt({ id, email }: { id: string; email: string }): Attempt {
	return { email: email.toLowerCase(), address: "", browser: `own:${id}` };
}

/** Counts a wrong password. Locks rows in the order of `delaysOf`, so that two transactions cannot deadlock. */
export async function countFailure(trx: DatabaseTransaction, now: Date, attempt: Attempt): Promise<void> {
	for (const delay of delaysOf(attempt)) {
		await trx
			.insertInto("sign_in_delay")
			.values({ ...delay, failures: 0, blocked_until: now })
			.onConflict((conflict) => conflict.doNothing())
			.execute();
		const row = await trx
			.selectFrom("sign_in_delay")
			.select(["failures", "blocked_until"])
			.where("key", "=", delay.key)
			.forUpdate()
			.executeTakeFirst();
		// A purge or a success removed the row meanwhile: the next failure creates a new one.
		if (!row) continue;
		const isOld = now.getTime() - row.blocked_until.getTime() > FORGET_MS;
		const failures = (isOld ? 0 : row.failures) + 1;
		const blockedUntil = new Date(now.getTime() + delayAfter(failures, delay.kind));
		await trx
			.updateTable("sign_in_delay")
			.set({ failures, blocked_until: blockedUntil })
			.where("key", "=", delay.key)
			.execute();
	}
}

/** Resets the count after the right password; failures from elsewhere stay counted. */
export async function forgiveFailures(trx: DatabaseTransaction, attempt: Attempt): Promise<void> {
	const keys = [delayOf("pair", attempt), ...(attempt.browser ? [delayOf("browser", attempt)] : [])].map(
		({ key }) => key,
	);
	await trx.deleteFrom("sign_in_delay").where("key", "in", keys).execute();
}

/** Guesses at this member's codes count under this name. */
export function codesOf(memberId: string): string {
	return `second factor of ${memberId}`;
}

/** Removes every delay that can affect this member, for an admin or the command line; clears the delays of all addresses too. */
export async function clearDelays(trx: Database, { id, email }: { id: string; email: string }): Promise<void> {
	const accounts = [email.toLowerCase(), codesOf(id)].map(digest);
	await trx
		.deleteFrom("sign_in_delay")
		.where((eb) => eb.or([eb("account", "in", accounts), eb("kind", "=", "address")]))
		.execute();
}

export async function purgeDelays(database: Database, now: Date): Promise<void> {
	const old = new Date(now.getTime() - PURGE_MS);
	await database.deleteFrom("sign_in_delay").where("blocked_until", "<", old).execute();
}

function delaysOf(attempt: Attempt) {
	if (attempt.browser !== null) return [delayOf("browser", attempt)];
	return (["pair", "account", "address"] as const).map((kind) => delayOf(kind, attempt));
}

/** Stores digests, so that the table does not list members and their addresses. */
function delayOf(kind: DelayKind, { email, address, browser }: Attempt) {
	const whom = { pair: `${email} ${address}`, browser: `${browser}`, account: email, address }[kind];
	return { kind, key: digest(`${kind}:${whom}`), account: kind === "address" ? null : digest(email) };
}

function digest(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}
