/** A member whom the provider names and a group admits: no password opens the account, and the name passes for nobody else's. */
import { ulid } from "ulid";
import { looksLike } from "#lib/look-alikes.ts";
import type { Role } from "#lib/roles.ts";
import { NO_PASSWORD } from "#server/access/password-sign-in.ts";
import { actForProvider } from "#server/single-sign-on/act-for-provider.ts";
import { type Identity, memberNameSchema } from "#server/single-sign-on/identity.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface ProvidedMember {
	identity: Identity;
	email: string;
	role: Role;
	at: Date;
	/** The provider's host, for the record. */
	host: string;
}

/** Under the lock of new names. Returns the id. */
export async function addProvidedMember(
	trx: DatabaseTransaction,
	{ identity, email, role, at, host }: ProvidedMember,
): Promise<string> {
	const others = await trx.selectFrom("member").select("name").execute();
	const name = freeName(
		identity.name,
		email,
		others.map((other) => other.name),
	);
	const id = ulid(at.getTime());
	await actForProvider(trx, id);
	await trx
		.insertInto("member")
		.values({ id, email, name, role, password_hash: NO_PASSWORD, created_at: at })
		.execute();
	const details = { name, role, provider: host };
	await recordAudit(trx, { at, memberId: null, action: "member.added", subjectKind: "member", subjectId: id, details });
	await tellChange(trx, { topic: "members", id });
	return id;
}

/** Approvals are told apart by names: two people of one name are told apart by their e-mails. Pure. */
export function freeName(name: string | null, email: string, taken: readonly string[]): string {
	const wanted = [name, name === null ? null : `${name} · ${email}`, email.slice(0, 80)];
	const fit = wanted.flatMap((each) => memberNameSchema.safeParse(each).data ?? []);
	// An e-mail is nobody else's; the last one stands even where it looks like a name.
	return fit.find((each) => !taken.some((other) => looksLike(each, other))) ?? email.slice(0, 80);
}
