import { generateAuthenticationOptions, type PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import type { DemoCode, FactorQuestion } from "#lib/contracts/second-factor.ts";
import type { Config } from "#server/config.ts";
import type { SystemContext } from "#server/context.ts";
import { CHALLENGE_MS } from "#server/second-factor/challenges.ts";
import { type Factors, methodsOf } from "#server/second-factor/factors-of.ts";
import { relyingParty } from "#server/second-factor/relying-party.ts";
import { openSecret } from "#server/second-factor/seal-secret.ts";
import { nextCode } from "#server/second-factor/totp-code.ts";

/** `challenge`: the bytes that a passkey signs. */
export async function askFactors(
	system: Pick<SystemContext, "config" | "database" | "clock">,
	memberId: string,
	{ factors, challenge }: { factors: Factors; challenge: Uint8Array<ArrayBuffer> },
): Promise<FactorQuestion> {
	const { passkeys } = factors;
	return {
		methods: methodsOf(factors),
		passkey: passkeys.length === 0 ? null : await askPasskey(system.config, challenge, passkeys),
		demo: await readDemoCode(system, memberId),
	};
}

/**
 * Returns the code that the member's app would show, because viewers of a demo have no app. Returns null outside a demo: a demo uses the
 * sandbox, which answers only on this machine, and a database marked as a demo's, which no desk with a real service accepts.
 */
export async function readDemoCode(
	{ config, database, clock }: Pick<SystemContext, "config" | "database" | "clock">,
	memberId: string,
): Promise<DemoCode | null> {
	if (!config.isSandbox) return null;
	const row = await database
		.selectFrom("totp")
		.innerJoin("setting", (join) => join.on("setting.name", "=", "demo"))
		.select(["secret", "last_step"])
		.where("member_id", "=", memberId)
		.where("confirmed_at", "is not", null)
		.executeTakeFirst();
	const secret = row && openSecret(config, memberId, row.secret);
	if (!secret) return null;
	const lastStep = row.last_step === null ? null : Number(row.last_step);
	return nextCode(secret, { now: clock.now(), lastStep });
}

/** An empty `passkeys` lets any passkey of this desk answer. The device must verify its user (finger, face or PIN). */
export function askPasskey(
	config: Pick<Config, "appOrigin" | "businessName">,
	challenge: Uint8Array<ArrayBuffer>,
	passkeys: Factors["passkeys"],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
	return generateAuthenticationOptions({
		rpID: relyingParty(config).id,
		challenge,
		timeout: CHALLENGE_MS,
		userVerification: "required",
		...(passkeys.length > 0 ? { allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports })) } : {}),
	});
}
