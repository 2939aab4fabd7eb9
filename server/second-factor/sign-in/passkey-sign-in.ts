import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { readLocalSignIn } from "#server/access/password-sign-in.ts";
import { type ArrivingBrowser, openSession, type StartedSession } from "#server/access/session/start-session.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { askPasskey } from "#server/second-factor/ask-factors.ts";
import { newChallenge, takeChallenge } from "#server/second-factor/challenges.ts";
import { readSecondFactorRules } from "#server/second-factor/read-policy.ts";
import { verifyPasskey } from "#server/second-factor/verify-passkey.ts";

const USE = { purpose: "passwordless", sessionKey: null } as const;

/** Throws `forbidden` when the desk still requires a password. */
export async function askPasskeySignIn(system: SystemContext): Promise<PublicKeyCredentialRequestOptionsJSON> {
	await requirePasswordless(system);
	return askPasskey(system.config, newChallenge(system.config, system.clock.now(), USE), []);
}

/**
 * A refused answer causes no delay, because a signature cannot be guessed. Throws `forbidden`, `password_sign_in_off`,
 * `single_sign_on_needed`, `passkey_refused` (also for a disabled member).
 */
export async function signInByPasskey(
	system: SystemContext,
	{ response, ...browser }: ArrivingBrowser & { response: object },
): Promise<StartedSession> {
	await requirePasswordless(system);
	return openSession(system, browser, async (trx) => {
		const isAsked = (challenge: string) => takeChallenge(system.config, trx, system.clock.now(), { challenge, ...USE });
		const memberId = await verifyPasskey(system, trx, { response, memberId: null, isAsked });
		const member = trx.selectFrom("member").select("disabled_at").where("id", "=", memberId);
		const row = await member.forShare().executeTakeFirst();
		if (!row || row.disabled_at) throw new AppError("passkey_refused", "the member is disabled");
		const access = await readLocalSignIn({ ...system, database: trx }, memberId);
		if (access === "never") throw new AppError("password_sign_in_off", "members sign in through the provider");
		if (access === "provider") throw new AppError("single_sign_on_needed", "the provider has to let the member in");
		return { memberId, factor: "passkey" };
	});
}

async function requirePasswordless({ database }: SystemContext): Promise<void> {
	const { passwordless } = await readSecondFactorRules(database);
	if (!passwordless) throw new AppError("forbidden", "sign-in without a password is switched off");
}

export async function offersPasskeySignIn({ database }: Pick<SystemContext, "database">): Promise<boolean> {
	const { passwordless } = await readSecondFactorRules(database);
	if (!passwordless) return false;
	return (await database.selectFrom("passkey").select("id").limit(1).executeTakeFirst()) !== undefined;
}
