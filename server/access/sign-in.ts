import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { SignIn } from "#lib/contracts/member.ts";
import { auditFailures, noteFailedSignIn, writeFailedSignIns } from "#server/access/guard/failed-sign-in-audit.ts";
import { findKnownBrowser } from "#server/access/guard/known-browsers.ts";
import {
	type Attempt,
	countFailure,
	forgiveFailures,
	purgeDelays,
	requireNoDelay,
} from "#server/access/guard/sign-in-delay.ts";
import { inPasswordTurn } from "#server/access/password/passwords.ts";
import { readLocalSignIn } from "#server/access/password-sign-in.ts";
import { type ArrivingBrowser, openSession, type StartedSession } from "#server/access/session/start-session.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";

export interface SignInInput extends SignIn, ArrivingBrowser {
	address: string;
}

type System = Pick<SystemContext, "database" | "clock" | "log" | "config">;

/** Throws what `judgePassword` throws. */
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
		// The member may have been disabled, or the password replaced, while the hash was computed: this sign-in then fails.
		const still = await trx.selectFrom("member").select(["disabled_at", "password_hash"]).where("id", "=", member.id);
		const row = await still.forShare().executeTakeFirst();
		if (!row || row.disabled_at || row.password_hash !== member.password_hash)
			throw new AppError("wrong_credentials", "the account changed during the sign-in");
		await forgiveFailures(trx, attempt);
		await writeFailedSignIns(trx, clock.now(), { memberId: member.id });
		return { memberId: member.id, factor: null };
	});
	await purgeDelays(database, clock.now());
	return session;
}

/** Refusals to one address that are answered at once after a quiet period; later ones are slowed down to `A_SECOND` per second. */
const AT_ONCE = 20;
const A_SECOND = 20;
/** Maximum delay of a refusal, because a connection that is held open costs resources, too. */
const LONGEST_MS = 2_000;
const SPACING_MS = 1_000 / A_SECOND;
const ADDRESSES = 10_000;

const lastOf = new Map<string, number>();

/** Returns the time of the next refusal's answer, in ms of a monotonic clock; `last` is the time of the previous one. Pure. */
export function nextRefusal(last: number | undefined, now: number): number {
	const free = now - AT_ONCE * SPACING_MS;
	return Math.min(now + LONGEST_MS, Math.max(last ?? free, free) + SPACING_MS);
}

export async function holdRefusal(address: string): Promise<void> {
	const now = performance.now();
	const at = nextRefusal(lastOf.get(address), now);
	// Forgets the oldest address when there are too many; its next refusals are immediate again.
	lastOf.delete(address);
	if (lastOf.size >= ADDRESSES) lastOf.delete(lastOf.keys().next().value ?? "");
	lastOf.set(address, at);
	if (at > now) await pause(at - now);
}

type FoundMember = NonNullable<Awaited<ReturnType<typeof findMember>>>;

/**
 * An unknown name, a disabled member and a wrong password get the same answer after the same work, and count as a guess. Throws
 * `wrong_credentials`, `password_over`, `password_sign_in_off`, `single_sign_on_needed` or `too_many_attempts` (with the seconds to wait).
 */
async function judgePassword(system: System, attempt: Attempt, password: string): Promise<FoundMember> {
	const { database } = system;
	const member = await findMember(system, attempt.email);
	await requireTurn(system, attempt, member);
	// One check at a time per browser or address: parallel guesses cannot evade the delay, and other people need not wait for them.
	const lane = attempt.browser === null ? `address:${attempt.address}` : `browser:${attempt.browser}`;
	return inPasswordTurn({ lane, first: attempt.browser !== null }, async (check) => {
		await requireTurn(system, attempt, member);
		const right = await check(member?.password_hash ?? null, password);
		const access = await readLocalSignIn(system, member?.id ?? null);
		if (member && right && !member.disabled_at && access !== "never") {
			// Only a person who knows the password learns this, as with an expired password.
			if (access === "provider") throw new AppError("single_sign_on_needed", "the provider has to let the member in");
			if (member.password_over) throw passwordOver(system, member.id);
			return member;
		}
		const isFirst = await database.transaction().execute(async (trx) => {
			await countFailure(trx, system.clock.now(), attempt);
			return noteFailedSignIn(trx, system.clock.now(), member?.id ?? null);
		});
		system.log.info({ event: "sign_in_refused", code: "wrong_credentials", member: member?.id });
		// Audits the guess after the answer: its duration would reveal that the account exists. The worker does it if this process dies.
		if (isFirst)
			setImmediate(() => void auditFailures(system).catch((err) => system.log.warn({ event: "guess_unaudited", err })));
		// With passwords off, a right password is refused with the same code as a wrong one, so that nobody can test passwords.
		throw new AppError(
			["always", "provider"].includes(access) ? "wrong_credentials" : "password_sign_in_off",
			"wrong e-mail or password",
		);
	});
}

function findMember({ database }: System, email: string) {
	return database
		.selectFrom("member")
		.select(["id", "disabled_at", "password_hash"])
		.select(sql<boolean | null>`password_temporary and password_temporary_until <= now()`.as("password_over"))
		.where("email", "=", email)
		.executeTakeFirst();
}

function passwordOver({ log }: System, member: string): AppError {
	log.info({ event: "sign_in_refused", code: "password_over", member });
	return new AppError("password_over", "the temporary password has expired");
}

async function requireTurn(system: System, attempt: Attempt, member: FoundMember | undefined): Promise<void> {
	try {
		await requireNoDelay(system.database, system.clock.now(), attempt);
	} catch (error) {
		if (error instanceof AppError) system.log.warn({ event: "sign_in_delayed", code: error.code, member: member?.id });
		throw error;
	}
}
