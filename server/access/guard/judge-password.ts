/** The password at the sign-in: unknown, disabled and wrong are one answer after one amount of work, each guess counted. */
import { type Selectable, sql } from "kysely";
import { noteGuess, tellGuesses } from "#server/access/guard/guess-record.ts";
import { type Attempt, countFailure, demandNoDelay } from "#server/access/guard/sign-in-delay.ts";
import { inPasswordTurn } from "#server/access/password/passwords.ts";
import { passwordOpens } from "#server/access/password-sign-in.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { MemberTable } from "#server/store/tables.ts";

const FOUND = [
	...(["id", "name", "email", "role", "locale", "theme"] as const),
	...(["disabled_at", "password_hash", "password_temporary"] as const),
] as const;
export type FoundMember = Pick<Selectable<MemberTable>, (typeof FOUND)[number]> & {
	/** Somebody else set the password, too long ago. */
	password_over: boolean | null;
};
type System = Pick<SystemContext, "database" | "clock" | "log" | "config">;

/** Throws `wrong_credentials`, `password_over` or `too_many_attempts` (with the seconds to wait). */
export async function judgePassword(system: System, attempt: Attempt, password: string): Promise<FoundMember> {
	const { database } = system;
	const member = await findMember(system, attempt.email);
	await demandTurn(system, attempt, member);
	// One after another from one browser or address: many at once cannot slip through together, nor stand in each other's way.
	const lane = attempt.browser === null ? `address:${attempt.address}` : `browser:${attempt.browser}`;
	return inPasswordTurn({ lane, first: attempt.browser !== null }, async (check) => {
		await demandTurn(system, attempt, member);
		const right = await check(member?.password_hash ?? null, password);
		const opens = await passwordOpens(system, member?.id ?? null);
		if (member && right && !member.disabled_at && opens !== "never") {
			if (member.password_over) throw passwordOver(system, member.id);
			return member;
		}
		const isFirst = await database.transaction().execute(async (trx) => {
			await countFailure(trx, system.clock.now(), attempt);
			return noteGuess(trx, system.clock.now(), member?.id ?? null);
		});
		system.log.info({ event: "sign_in_refused", code: "wrong_credentials", member: member?.id });
		// After the answer: how long that takes says whether the account exists. Who dies in between leaves it to the worker.
		if (isFirst)
			setImmediate(() => void tellGuesses(system).catch((err) => system.log.warn({ event: "guess_untold", err })));
		// Where passwords are off every refusal is one answer: nobody learns by it whether a password is right.
		throw new AppError(opens === "always" ? "wrong_credentials" : "password_sign_in_off", "wrong e-mail or password");
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

/** Said to who typed it rightly alone: they ask for another one. */
function passwordOver({ log }: System, member: string): AppError {
	log.info({ event: "sign_in_refused", code: "password_over", member });
	return new AppError("password_over", "the password was set by somebody else, and its time is over");
}

async function demandTurn(system: System, attempt: Attempt, member: FoundMember | undefined): Promise<void> {
	try {
		await demandNoDelay(system.database, system.clock.now(), attempt);
	} catch (error) {
		if (error instanceof AppError) system.log.warn({ event: "sign_in_delayed", code: error.code, member: member?.id });
		throw error;
	}
}
