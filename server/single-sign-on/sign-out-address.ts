/** Builds the address that also signs out of the provider; null for a session begun elsewhere, without such an address, or on failure. */
import { unsealData } from "iron-session";
import * as oidc from "openid-client";
import { z } from "zod";
import { hashSessionId } from "#server/access/session-id.ts";
import { sealingKeys } from "#server/access/session-passwords.ts";
import type { SystemContext } from "#server/context.ts";
import { openProvider } from "#server/single-sign-on/provider.ts";
import { providerFault } from "#server/single-sign-on/provider-fault.ts";

const sealedSchema = z.object({ idToken: z.string() });

/** Runs after the session at the desk has ended, so an unreachable provider keeps nobody signed in here. */
export async function signOutAddress(
	{ config, clock, database, log }: Pick<SystemContext, "config" | "clock" | "database" | "log">,
	sessionId: string,
): Promise<string | null> {
	const settings = config.singleSignOn;
	if (!settings) return null;
	const row = await database
		.selectFrom("provider_session")
		.innerJoin("session", "session.key", "provider_session.session_key")
		.select("id_token")
		.where("id_hash", "=", hashSessionId(sessionId))
		.executeTakeFirst();
	if (!row) return null;
	try {
		const provider = await openProvider(settings, clock);
		if (!provider.serverMetadata().end_session_endpoint) return null;
		const data = await unsealData(row.id_token, { password: sealingKeys(config), ttl: 0 });
		const { idToken } = sealedSchema.parse(data);
		const address = oidc.buildEndSessionUrl(provider, {
			id_token_hint: idToken,
			post_logout_redirect_uri: new URL("/sign-in", config.appOrigin).href,
		});
		return address.href;
	} catch (error) {
		const { code, providerCode } = providerFault(error);
		log.warn({ event: "single_sign_on.sign_out_failed", code, providerCode });
		return null;
	}
}
