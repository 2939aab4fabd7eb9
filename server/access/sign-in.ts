/** Sign-in: e-mail and password for a new session. */

import { setTimeout as pause } from "node:timers/promises";
import type { SignIn } from "#lib/contracts/member.ts";
import { tellGuessesAt } from "#server/access/guard/guess-record.ts";
import { judgePassword } from "#server/access/guard/judge-password.ts";
import { findKnownBrowser } from "#server/access/guard/known-browsers.ts";
import { type Attempt, forgiveFailures, purgeDelays } from "#server/access/guard/sign-in-delay.ts";
import { type ArrivingBrowser, openSession, type StartedSession } from "#server/access/session/start-session.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";

export interface SignInInput extends SignIn, ArrivingBrowser {
	address: string;
}

type System = Pick<SystemContext, "database" | "clock" | "log" | "config">;

/** Throws what `judgePassword` throws, or `password_sign_in_off`; `too_many_attempts` with the seconds to wait. */
export async function signIn(system: System, input: SignInInput): Promise<StartedSession> {
	const { database, clock } = system;
	const email = input.email.toLowerCase();
	const browser = await findKnownBrowser(database, clock.now(), { token: input.browserToken ?? null, email });
	const attempt: Attempt = { email, address: input.address, browser };
	const member = await judgePassword(system, attempt, input.password).catch(async (error: unknown) => {
		if (browser === null && error instanceof AppError && error.code === "too_many_attempts")
			await holdRefusal(attempt.address);
		throw error;
	});
	const session = await openSession(system, input, async (trx) => {
		// Reads the committed member again: a disabling or a new password during the computation wins.
		const still = await trx.selectFrom("member").select(["disabled_at", "password_hash"]).where("id", "=", member.id);
		const row = await still.forShare().executeTakeFirst();
		if (!row || row.disabled_at || row.password_hash !== member.password_hash)
			throw new AppError("wrong_credentials", "the account changed during the sign-in");
		await forgiveFailures(trx, attempt);
		await tellGuessesAt(trx, clock.now(), member.id);
		return { memberId: member.id, factor: null };
	});
	await purgeDelays(database, clock.now());
	return session;
}

/** Number of immediate refusals after a quiet period; then this many per second. */
const AT_ONCE = 20;
const A_SECOND = 20;
/** Longest delay of a refusal, because a held connection costs resources too. */
const LONGEST_MS = 2_000;
const SPACING_MS = 1_000 / A_SECOND;
const ADDRESSES = 10_000;

const lastOf = new Map<string, number>();

/** The time of the next refusal's answer, in ms of a monotonic clock; `last` is the time of the previous one. Pure. */
export function nextRefusal(last: number | undefined, now: number): number {
	const free = now - AT_ONCE * SPACING_MS;
	return Math.min(now + LONGEST_MS, Math.max(last ?? free, free) + SPACING_MS);
}

/** Resolves when the refusal of this address may be answered, usually at once. */
export async function holdRefusal(address: string): Promise<void> {
	const now = performance.now();
	const at = nextRefusal(lastOf.get(address), now);
	// Drops the oldest address; it gets immediate answers again.
	lastOf.delete(address);
	if (lastOf.size >= ADDRESSES) lastOf.delete(lastOf.keys().next().value ?? "");
	lastOf.set(address, at);
	if (at > now) await pause(at - now);
}
