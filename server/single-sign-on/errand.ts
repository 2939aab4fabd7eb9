/** What a browser carries from the button to the provider and back: sealed, for ten minutes, and for that one sign-in. */
import { sealData, unsealData } from "iron-session";
import { z } from "zod";
import { localPath } from "#lib/paths.ts";
import type { Config } from "#server/config.ts";
import { sealingKeys } from "#server/single-sign-on/sealing-keys.ts";

export const ERRAND_MS = 10 * 60_000;
// A browser keeps 4,096 bytes; what is sealed grows by a third and some hundred.
const MAX_NEXT_LENGTH = 1_000;
const MAX_SEAL_LENGTH = 3_800;

const errandSchema = z.object({
	state: z.string(),
	nonce: z.string(),
	verifier: z.string(),
	/** A path of ours. */
	next: z.string(),
	/** The person is asked to prove anew who they are. */
	fresh: z.boolean(),
});
export type Errand = z.infer<typeof errandSchema>;

export function shortPath(next: string | null | undefined): string {
	const path = localPath(next);
	return path.length > MAX_NEXT_LENGTH ? "/" : path;
}

export function sealErrand(config: Pick<Config, "sessionPasswords">, errand: Errand): Promise<string> {
	return sealData(errand, { password: sealingKeys(config), ttl: ERRAND_MS / 1_000 });
}

/** Null for none, one that is too old, a foreign seal, or garbage. Never throws. */
export async function openErrand(
	config: Pick<Config, "sessionPasswords">,
	seal: string | null,
): Promise<Errand | null> {
	if (!seal || seal.length > MAX_SEAL_LENGTH) return null;
	try {
		const data = await unsealData(seal, { password: sealingKeys(config), ttl: ERRAND_MS / 1_000 });
		return errandSchema.safeParse(data).data ?? null;
	} catch {
		return null;
	}
}
