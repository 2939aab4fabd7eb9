/** Sign-in: e-mail and password for a new session. */
import type { SignIn } from "#lib/contracts/member.ts";
import { tellGuessesAt } from "#server/access/guard/guess-record.ts";
import { holdRefusal } from "#server/access/guard/hold-refusals.ts";
import { type FoundMember, judgePassword } from "#server/access/guard/judge-password.ts";
import { findKnownBrowser, rememberBrowser } from "#server/access/guard/known-browsers.ts";
import { type Attempt, forgiveFailures, purgeDelays } from "#server/access/guard/sign-in-delay.ts";
import { demandSession, type LiveSession } from "#server/access/read-session.ts";
import { startSession } from "#server/access/session/start-session.ts";
import { tellNewBrowser } from "#server/access/session/tell-new-browser.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";

export interface SignInInput extends SignIn {
	/** Of the browser, as far as it can be known. */
	address: string;
	userAgent: string | null;
	/** The session that the browser still carried: ended, an id is never used again. */
	previousSessionId?: string | null;
	/** What the browser's own cookie holds, by which it is known. */
	browserToken?: string | null;
}

export interface StartedSession extends LiveSession {
	/** For the browser's own cookie. */
	browserToken: string;
}

type System = Pick<SystemContext, "database" | "clock" | "log" | "config">;

/** Throws `wrong_credentials`, `password_over`, `password_sign_in_off` or `too_many_attempts` (with the seconds to wait). */
export async function signIn(system: System, input: SignInInput): Promise<StartedSession> {
	const email = input.email.toLowerCase();
	const known = { token: input.browserToken ?? null, email };
	const browser = await findKnownBrowser(system.database, system.clock.now(), known);
	const attempt: Attempt = { email, address: input.address, browser };
	const member = await judgePassword(system, attempt, input.password).catch(async (error: unknown) => {
		if (browser === null && error instanceof AppError && error.code === "too_many_attempts")
			await holdRefusal(attempt.address);
		throw error;
	});
	const session = await openSession(system, input, attempt, member);
	await purgeDelays(system.database, system.clock.now());
	return session;
}

async function openSession(
	system: System,
	input: SignInInput,
	attempt: Attempt,
	member: FoundMember,
): Promise<StartedSession> {
	const now = system.clock.now();
	const { id, browserToken } = await system.database.transaction().execute(async (trx) => {
		// The member as now committed: a disabling or a new password while we were computing wins.
		const still = await trx.selectFrom("member").select(["disabled_at", "password_hash"]).where("id", "=", member.id);
		const row = await still.forShare().executeTakeFirst();
		if (!row || row.disabled_at || row.password_hash !== member.password_hash)
			throw new AppError("wrong_credentials", "the account changed during the sign-in");
		await forgiveFailures(trx, attempt);
		if (attempt.browser === null) await tellNewBrowser(trx, now, member.id);
		await tellGuessesAt(trx, now, member.id);
		const started = await startSession(trx, now, { ...input, memberId: member.id, factor: null });
		const browser = { token: input.browserToken ?? null, memberId: member.id };
		return { id: started, browserToken: await rememberBrowser(trx, now, browser) };
	});
	return { ...(await demandSession(system, id)), browserToken };
}
