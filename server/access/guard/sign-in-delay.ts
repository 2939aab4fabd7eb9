/**
 * Guessing gets slower and slower, and cannot be used to keep a member out: who guesses is delayed by account and address together,
 * by address, and (gently) by account; a browser in which the member signed in before is delayed by its own guesses alone.
 */
import { createHash } from "node:crypto";
import { AppError } from "#server/errors.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import type { SignInDelayTable } from "#server/store/guard-tables.ts";

export type DelayKind = SignInDelayTable["kind"];

const MINUTE_MS = 60_000;
// A person mistypes a few times, an office behind one address has many persons. The whole account is for those who guess from
// very many addresses: it never waits long, because it is the one delay that strangers can cause for a member's new browser.
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
	/** Lower case. */
	email: string;
	address: string;
	/** Id of a browser in which this account signed in before; null: any other. */
	browser: string | null;
}

/** Milliseconds to wait after so many failures: 0 while they are free, then 1 s, 2 s, 4 s … Pure. */
export function delayAfter(failures: number, kind: DelayKind): number {
	const counted = failures - FREE_FAILURES[kind];
	return counted <= 0 ? 0 : Math.min(LONGEST_MS[kind], 1_000 * 2 ** Math.min(counted - 1, 20));
}

/** Throws `too_many_attempts` with the seconds left, and counts nothing. */
export async function demandNoDelay(database: Database, now: Date, attempt: Attempt): Promise<void> {
	const keys = delaysOf(attempt).map(({ key }) => key);
	const rows = await database.selectFrom("sign_in_delay").selectAll().where("key", "in", keys).execute();
	// Free tries delay nobody: their time may come from another program's clock, a little ahead of ours.
	const delaying = rows.filter(({ failures, kind }) => delayAfter(failures, kind) > 0);
	const left = Math.max(0, ...delaying.map((row) => row.blocked_until.getTime() - now.getTime()));
	if (left === 0) return;
	throw new AppError("too_many_attempts", "sign-in delayed", { retryAfterSeconds: Math.ceil(left / 1_000) });
}

/** Guesses of a member who is in, at their own password: nobody else's delay them. */
export function ownAttempt({ id, email }: { id: string; email: string }): Attempt {
	return { email: email.toLowerCase(), address: "", browser: `own:${id}` };
}

/** A wrong password. Rows are locked in the order of `delaysOf`: two never wait for each other in a circle. */
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
		// Taken away by a purge or a success in between: the next failure makes a new row.
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

/** The password was right: who typed it starts anew. What others did from elsewhere stays counted. */
export async function forgiveFailures(trx: DatabaseTransaction, attempt: Attempt): Promise<void> {
	const keys = [delayOf("pair", attempt), ...(attempt.browser ? [delayOf("browser", attempt)] : [])].map(
		({ key }) => key,
	);
	await trx.deleteFrom("sign_in_delay").where("key", "in", keys).execute();
}

/** Nothing delays this member any more, wherever they are: an admin or the command line says so. Addresses start anew. */
export async function clearDelays(trx: Database | DatabaseTransaction, email: string): Promise<void> {
	await trx
		.deleteFrom("sign_in_delay")
		.where((eb) => eb.or([eb("account", "=", digest(email.toLowerCase())), eb("kind", "=", "address")]))
		.execute();
}

/** Rows of guessers who left long ago. */
export async function purgeDelays(database: Database, now: Date): Promise<void> {
	const old = new Date(now.getTime() - PURGE_MS);
	await database.deleteFrom("sign_in_delay").where("blocked_until", "<", old).execute();
}

function delaysOf(attempt: Attempt) {
	if (attempt.browser !== null) return [delayOf("browser", attempt)];
	return (["pair", "account", "address"] as const).map((kind) => delayOf(kind, attempt));
}

/** Digests: the table must not be a list of who works here and from where. */
function delayOf(kind: DelayKind, { email, address, browser }: Attempt) {
	const whom = { pair: `${email} ${address}`, browser: `${browser}`, account: email, address }[kind];
	return { kind, key: digest(`${kind}:${whom}`), account: kind === "address" ? null : digest(email) };
}

function digest(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}
