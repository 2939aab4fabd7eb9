/** Checks the password at sign-in: unknown, disabled and wrong get the same answer after the same work, and each guess counts. */
import { type Selectable, sql } from "kysely";
import { noteGuess, tellGuesses } from "#server/access/guard/guess-record.ts";
import { type Attempt, countFailure, requireNoDelay } from "#server/access/guard/sign-in-delay.ts";
import { inPasswordTurn } from "#server/access/password/passwords.ts";
import { passwordOpens } from "#server/access/password-sign-in.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Tables } from "#server/store/tables/tables.ts";

const FOUND = [
	...(["id", "name", "email", "role", "locale", "theme"] as const),
	...(["disabled_at", "password_hash", "password_temporary"] as const),
] as const;
export type FoundMember = Pick<Selectable<Tables["member"]>, (typeof FOUND)[number]> & {
	password_over: boolean | null;
};
type System = Pick<SystemContext, "database" | "clock" | "log" | "config">;

/** Throws `wrong_credentials`, `password_over`, `single_sign_on_needed` or `too_many_attempts` (with the seconds to wait). */
export async function judgePassword(system: System, attempt: Attempt, password: string): Promise<FoundMember> {
	const { database } = system;
	const member = await findMember(system, attempt.email);
	await requireTurn(system, attempt, member);
	// Serial per browser or address: parallel guesses cannot pass together, and different guessers do not block each other.
	const lane = attempt.browser === null ? `address:${attempt.address}` : `browser:${attempt.browser}`;
	return inPasswordTurn({ lane, first: attempt.browser !== null }, async (check) => {
		await requireTurn(system, attempt, member);
		const right = await check(member?.password_hash ?? null, password);
		const opens = await passwordOpens(system, member?.id ?? null);
		if (member && right && !member.disabled_at && opens !== "never") {
			// Like an expired one: only the right password tells.
			if (opens === "provider") throw new AppError("single_sign_on_needed", "the provider has to let the member in");
			if (member.password_over) throw passwordOver(system, member.id);
			return member;
		}
		const isFirst = await database.transaction().execute(async (trx) => {
			await countFailure(trx, system.clock.now(), attempt);
			return noteGuess(trx, system.clock.now(), member?.id ?? null);
		});
		system.log.info({ event: "sign_in_refused", code: "wrong_credentials", member: member?.id });
		// After the answer, because the time reveals whether the account exists. The worker does it if this process dies.
		if (isFirst)
			setImmediate(() => void tellGuesses(system).catch((err) => system.log.warn({ event: "guess_untold", err })));
		// With passwords off, every refusal is the same answer, so that nobody can test a password.
		throw new AppError(
			["always", "provider"].includes(opens) ? "wrong_credentials" : "password_sign_in_off",
			"wrong e-mail or password",
		);
	});
}

function findMember({ database }: System, email: string): Promise<FoundMember | undefined> {
	return database
		.selectFrom("member")
		.select(FOUND)
		.select(sql<boolean | null>`password_temporary and password_temporary_until <= now()`.as("password_over"))
		.where("email", "=", email)
		.executeTakeFirst();
}

/** Only a correct password reveals that it expired; the member then asks for another one. */
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
