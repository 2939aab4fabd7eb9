/**
 * Delays password guesses without locking members out. Failures count per account and address, per address and, briefly, per account. In a
 * known browser, only failures in that browser count.
 */
import { hash } from "node:crypto";
import { AppError } from "#server/errors.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import type { Tables } from "#server/store/tables/tables.ts";

export type DelayKind = Tables["sign_in_delay"]["kind"];

const MINUTE_MS = 60_000;
// A person mistypes a few times; an office shares one address. The limit per account is for guesses from very many addresses. Its delay
// stays short, because strangers can also cause it for a member in a new browser.
const FREE_FAILURES: Record<DelayKind, number> = { pair: 4, browser: 4, account: 99, address: 19 };
const LONGEST_MS: Record<DelayKind, number> = {
	pair: 5 * MINUTE_MS,
	browser: 5 * MINUTE_MS,
	account: MINUTE_MS / 2,
	address: 5 * MINUTE_MS,
};
// Failures are forgotten this long after their delay has ended.
const FORGET_MS = 60 * MINUTE_MS;
const PURGE_MS = 24 * FORGET_MS;

export interface Attempt {
	email: string;
	address: string;
	/** Id of a browser where this account signed in before; null for any other browser. */
	browser: string | null;
}

/** Returns the delay after this many failures: 0 ms for the free ones, then 1 s, 2 s, 4 s … Pure. */
export function delayAfter(failures: number, kind: DelayKind): number {
	const counted = failures - FREE_FAILURES[kind];
	return counted <= 0 ? 0 : Math.min(LONGEST_MS[kind], 1_000 * 2 ** Math.min(counted - 1, 20));
}

/** Throws `too_many_attempts` with the seconds left while a delay lasts. Counts no failure. */
export async function requireNoDelay(database: Database, now: Date, attempt: Attempt): Promise<void> {
	const keys = delaysOf(attempt).map(({ key }) => key);
	const rows = await database.selectFrom("sign_in_delay").selectAll().where("key", "in", keys).execute();
	// Skips rows whose failures cause no delay: a program whose clock is ahead may have written a later time into them.
	const delaying = rows.filter(({ failures, kind }) => delayAfter(failures, kind) > 0);
	const left = Math.max(0, ...delaying.map((row) => row.blocked_until.getTime() - now.getTime()));
	if (left === 0) return;
	throw new AppError("too_many_attempts", "sign-in delayed", { retryAfterSeconds: Math.ceil(left / 1_000) });
}

/** Counts a signed-in member's guesses at their own password separately: other people's guesses do not delay the member. */
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
		// A purge or a right password has removed the row: this failure is not counted, and the next one creates a new row.
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

/** Forgets the failures of this account and address, or browser, after the right password. Failures elsewhere stay counted. */
export async function forgiveFailures(trx: DatabaseTransaction, attempt: Attempt): Promise<void> {
	const keys = [delayOf("pair", attempt), ...(attempt.browser ? [delayOf("browser", attempt)] : [])].map(
		({ key }) => key,
	);
	await trx.deleteFrom("sign_in_delay").where("key", "in", keys).execute();
}

/** Returns the `email` of an `Attempt`, so that guesses at this member's second-factor codes and at passwords are counted separately. */
export function codesOf(memberId: string): string {
	return `second factor of ${memberId}`;
}

/** Removes every delay that can affect this member, and so also the delays of all addresses, for an admin or the command line. */
export async function clearDelays(trx: Database, { id, email }: { id: string; email: string }): Promise<void> {
	const accounts = [email.toLowerCase(), codesOf(id)].map((account) => hash("sha256", account));
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

/** The keys are digests, so that the table lists neither members nor their addresses. */
function delayOf(kind: DelayKind, { email, address, browser }: Attempt) {
	const whom = { pair: `${email} ${address}`, browser: `${browser}`, account: email, address }[kind];
	return { kind, key: hash("sha256", `${kind}:${whom}`), account: kind === "address" ? null : hash("sha256", email) };
}
