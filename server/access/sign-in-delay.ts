/** Guessing gets slower and slower, per account and per address; nobody is ever locked out for good. */
import { createHash } from "node:crypto";
import { AppError } from "#server/errors.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

const MAX_DELAY_MS = 5 * 60_000;
// A person mistypes a few times; an office behind one address has many persons.
const FREE_FAILURES = { account: 4, address: 19 } as const;
// After this long without a try, counting starts again.
const FORGET_MS = 3_600_000;
const PURGE_MS = 24 * 3_600_000;

export interface Attempt {
	/** Lower case. */
	email: string;
	address: string;
}

/** Milliseconds to wait after so many failures: 0 while they are free, then 1 s, 2 s, 4 s … 5 min. Pure. */
export function delayAfter(failures: number, kind: keyof typeof FREE_FAILURES): number {
	const counted = failures - FREE_FAILURES[kind];
	return counted <= 0 ? 0 : Math.min(MAX_DELAY_MS, 1_000 * 2 ** Math.min(counted - 1, 20));
}

/**
 * Counts the try as a failure before the password is looked at, so that many at once cannot slip through together;
 * `forgiveAttempt` takes it back. Throws `too_many_attempts` with the seconds left, and then counts nothing.
 */
export async function countAttempt(database: Database, now: Date, attempt: Attempt): Promise<void> {
	await database.transaction().execute(async (trx) => {
		// Always account first: two tries never wait for each other in a circle.
		await countOne(trx, now, "account", attempt.email);
		await countOne(trx, now, "address", attempt.address);
	});
}

/** The password was right: the account starts anew, the address gets its one try back. */
export async function forgiveAttempt(trx: DatabaseTransaction, now: Date, attempt: Attempt): Promise<void> {
	await trx.deleteFrom("sign_in_delay").where("key", "=", keyOf("account", attempt.email)).execute();
	await trx
		.updateTable("sign_in_delay")
		.set((eb) => ({ failures: eb("failures", "-", 1), blocked_until: now }))
		.where("key", "=", keyOf("address", attempt.address))
		.where("failures", ">", 0)
		.execute();
}

/** Rows of guessers who left long ago. */
export async function purgeDelays(database: Database, now: Date): Promise<void> {
	const old = new Date(now.getTime() - PURGE_MS);
	await database.deleteFrom("sign_in_delay").where("blocked_until", "<", old).execute();
}

async function countOne(trx: DatabaseTransaction, now: Date, kind: keyof typeof FREE_FAILURES, name: string) {
	const key = keyOf(kind, name);
	await trx
		.insertInto("sign_in_delay")
		.values({ key, failures: 0, blocked_until: now })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
	const row = await trx
		.selectFrom("sign_in_delay")
		.select(["failures", "blocked_until"])
		.where("key", "=", key)
		.forUpdate()
		.executeTakeFirst();
	// Taken away by a purge or a success in between: the next try makes a new row.
	if (!row) return;
	const left = row.blocked_until.getTime() - now.getTime();
	// Free tries delay nobody: their time may come from another program's clock, a little ahead of ours.
	if (left > 0 && delayAfter(row.failures, kind) > 0) {
		const retryAfterSeconds = Math.ceil(left / 1_000);
		throw new AppError("too_many_attempts", `sign-in delayed by ${kind}`, { retryAfterSeconds });
	}
	const failures = (left < -FORGET_MS ? 0 : row.failures) + 1;
	const blockedUntil = new Date(now.getTime() + delayAfter(failures, kind));
	await trx
		.updateTable("sign_in_delay")
		.set({ failures, blocked_until: blockedUntil })
		.where("key", "=", key)
		.execute();
}

/** A digest: the table must not be a list of who works here and from where. */
function keyOf(kind: string, name: string): string {
	return createHash("sha256").update(`${kind}:${name}`).digest("hex");
}
