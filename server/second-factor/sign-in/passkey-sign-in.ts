/** Signing in by a passkey alone: something one has, opened by finger, face or PIN, in one gesture. */
import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { passwordOpens } from "#server/access/password-sign-in.ts";
import { demandSession } from "#server/access/read-session.ts";
import { startInBrowser } from "#server/access/session/start-in-browser.ts";
import type { StartedSession } from "#server/access/sign-in.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { askPasskey } from "#server/second-factor/ask-passkey.ts";
import { newChallenge, takeChallenge } from "#server/second-factor/challenges.ts";
import { readSecondFactorRules } from "#server/second-factor/read-policy.ts";
import { verifyPasskey } from "#server/second-factor/verify-passkey.ts";

const USE = { purpose: "passwordless", sessionKey: null } as const;

/** Throws `forbidden` where the desk wants a password all the same. */
export async function askPasskeySignIn(system: SystemContext): Promise<PublicKeyCredentialRequestOptionsJSON> {
	await demandPasswordless(system);
	return askPasskey(system.config, await newChallenge(system.database, system.clock.now(), USE), []);
}

export interface PasskeySignIn {
	/** What the browser's own cookie holds, by which it is known. */
	browserToken?: string | null;
	response: object;
	userAgent: string | null;
	previousSessionId?: string | null;
}

/** Throws `forbidden`, `password_sign_in_off`, `passkey_refused` (also of a disabled member). No delay: nobody guesses a signature. */
export async function signInByPasskey(system: SystemContext, input: PasskeySignIn): Promise<StartedSession> {
	await demandPasswordless(system);
	const { database, clock } = system;
	const now = clock.now();
	const token = input.browserToken ?? null;
	const { id, browserToken } = await database.transaction().execute(async (trx) => {
		const isAsked = (challenge: string) => takeChallenge(trx, now, { challenge, ...USE });
		const memberId = await verifyPasskey(system, trx, { response: input.response, memberId: null, isAsked });
		const member = trx.selectFrom("member").select(["email", "disabled_at"]).where("id", "=", memberId);
		const row = await member.forShare().executeTakeFirst();
		if (!row || row.disabled_at) throw new AppError("passkey_refused", "the member is disabled");
		if ((await passwordOpens({ ...system, database: trx }, memberId)) === "never")
			throw new AppError("password_sign_in_off", "members come in through the provider");
		return startInBrowser(trx, now, { ...input, email: row.email, browserToken: token, memberId, factor: "passkey" });
	});
	return { ...(await demandSession(system, id)), browserToken };
}

async function demandPasswordless({ database }: SystemContext): Promise<void> {
	const { passwordless } = await readSecondFactorRules(database);
	if (!passwordless) throw new AppError("forbidden", "this desk asks for the password too");
}

/** Whether the sign-in offers it: allowed, and somebody has one. */
export async function offersPasskeySignIn({ database }: Pick<SystemContext, "database">): Promise<boolean> {
	const { passwordless } = await readSecondFactorRules(database);
	if (!passwordless) return false;
	return (await database.selectFrom("passkey").select("id").limit(1).executeTakeFirst()) !== undefined;
}
