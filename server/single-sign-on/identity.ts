/** Reads a person's identity from the provider's claims. A claim in any but its exact form counts as absent. Pure. */
import { z } from "zod";
import { plainTextSchema } from "#lib/contracts/common-fields.ts";

export interface Identity {
	issuer: string;
	subject: string;
	/** Lower case. Null when absent or malformed. */
	email: string | null;
	/** True only for the JSON value `true`. */
	emailVerified: boolean;
	name: string | null;
	/** The unchecked claim, which `roleOfGroups` reads. */
	groups: unknown;
	provedAt: Date | null;
	/** The id of the session at the provider, by which back-channel logout names it. */
	sid: string | null;
}

const emailSchema = z.email().max(254);
export const memberNameSchema = plainTextSchema(80).min(1);

export function readIdentity(
	claims: Readonly<Record<string, unknown>> & { iss: string; sub: string },
	groupsClaim: string,
): Identity {
	const { email, name, preferred_username: username, auth_time: authTime } = claims;
	return {
		issuer: claims.iss,
		subject: claims.sub,
		email: emailSchema.safeParse(typeof email === "string" ? email.toLowerCase() : null).data ?? null,
		emailVerified: claims.email_verified === true,
		name: memberNameSchema.safeParse(name).data ?? memberNameSchema.safeParse(username).data ?? null,
		groups: Object.hasOwn(claims, groupsClaim) ? claims[groupsClaim] : undefined,
		sid: typeof claims.sid === "string" && claims.sid.length <= 255 ? claims.sid : null,
		provedAt: typeof authTime === "number" && Number.isSafeInteger(authTime) ? dateOf(authTime) : null,
	};
}

function dateOf(seconds: number): Date | null {
	const date = new Date(seconds * 1_000);
	return Number.isNaN(date.getTime()) ? null : date;
}
