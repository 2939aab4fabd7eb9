/** The login state that a browser carries to the provider and back: sealed, for one sign-in, valid for ten minutes. */
import { sealData, unsealData } from "iron-session";
import { z } from "zod";
import { localPath } from "#lib/paths.ts";
import { sealingKeys } from "#server/access/session-passwords.ts";
import type { Config } from "#server/config.ts";

export const LOGIN_STATE_MS = 10 * 60_000;
// A cookie has at most 4,096 bytes, and sealing adds a third and some hundred bytes.
const MAX_NEXT_LENGTH = 1_000;
const MAX_SEAL_LENGTH = 3_800;

const loginStateSchema = z.object({
	state: z.string(),
	nonce: z.string(),
	verifier: z.string(),
	next: z.string(),
	fresh: z.boolean(),
});
export type LoginState = z.infer<typeof loginStateSchema>;

export function shortPath(next: string | null | undefined): string {
	const path = localPath(next);
	return path.length > MAX_NEXT_LENGTH ? "/" : path;
}

export function sealLoginState(config: Pick<Config, "sessionPasswords">, loginState: LoginState): Promise<string> {
	return sealData(loginState, { password: sealingKeys(config), ttl: LOGIN_STATE_MS / 1_000 });
}

/** Returns null when the state is missing, expired, malformed or sealed with another key. Never throws. */
export async function openLoginState(
	config: Pick<Config, "sessionPasswords">,
	seal: string | null,
): Promise<LoginState | null> {
	if (!seal || seal.length > MAX_SEAL_LENGTH) return null;
	try {
		const data = await unsealData(seal, { password: sealingKeys(config), ttl: LOGIN_STATE_MS / 1_000 });
		return loginStateSchema.safeParse(data).data ?? null;
	} catch {
		return null;
	}
}
