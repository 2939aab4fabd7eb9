/** Whose sign-in it is, in one transaction: the member known by issuer and subject, else by verified e-mail, else a new one. */

import { sql } from "kysely";
import type { Role } from "#lib/roles.ts";
import type { SingleSignOnFaultCode } from "#lib/single-sign-on-fault.ts";
import { NO_PASSWORD } from "#server/access/password-sign-in.ts";
import { AppError } from "#server/errors.ts";
import { applyMemberChange } from "#server/members/apply-member-change.ts";
import { actForProvider } from "#server/single-sign-on/act-for-provider.ts";
import { addProvidedMember } from "#server/single-sign-on/add-provided-member.ts";
import type { Identity } from "#server/single-sign-on/identity.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface MemberAdmission {
	identity: Identity;
	/** What the groups give now. */
	role: Role | null;
	at: Date;
	/** The provider's host, for the record. */
	host: string;
}

export type AdmittedMember =
	| { memberId: string; refused: null }
	/** Who it was, as far as that is known. */
	| { memberId: string | null; refused: SingleSignOnFaultCode };

export async function admitMember(trx: DatabaseTransaction, admission: MemberAdmission): Promise<AdmittedMember> {
	const { identity, role } = admission;
	// One first sign-in at a time, and no new name beside another one: see createMember.
	await sql`select pg_advisory_xact_lock(hashtextextended('member:name', 0))`.execute(trx);
	const known = await findLinked(trx, identity);
	if (known) return admitKnown(trx, admission, known);
	if (identity.email === null || !identity.emailVerified) return { memberId: null, refused: "email_unverified" };
	if (role === null) return { memberId: null, refused: "no_role" };
	const found = await findByEmail(trx, identity.issuer, identity.email);
	if (!found) {
		const memberId = await addProvidedMember(trx, { ...admission, email: identity.email, role });
		await link(trx, admission, memberId);
		return { memberId, refused: null };
	}
	if (found.subject !== null) return { memberId: found.id, refused: "other_identity" };
	if (found.disabled_at) return { memberId: found.id, refused: "disabled" };
	await link(trx, admission, found.id);
	const entry = { at: admission.at, memberId: found.id, details: { name: found.name, provider: admission.host } };
	await recordAudit(trx, { ...entry, action: "member.linked", subjectKind: "member", subjectId: found.id });
	return admitKnown(trx, admission, found);
}

interface Found {
	id: string;
	name: string;
	role: Role;
	disabled_at: Date | null;
	password_temporary: boolean;
}

const FOUND = ["member.id", "member.name", "member.role", "member.disabled_at", "member.password_temporary"] as const;

/** The groups decide about the role each time: what they do not give any more is lost at once, sessions included. */
async function admitKnown(trx: DatabaseTransaction, admission: MemberAdmission, found: Found): Promise<AdmittedMember> {
	const { role, at, host, identity } = admission;
	if (found.disabled_at) return { memberId: found.id, refused: "disabled" };
	if (role === null) return { memberId: found.id, refused: "no_role" };
	await actForProvider(trx, found.id);
	if (role !== found.role) {
		const step = { memberId: found.id, change: { role }, passwordHash: null, at, by: null };
		const isDone = await applyMemberChange(trx, { ...step, details: { provider: host } }).then(
			() => true,
			(error: unknown) => {
				if (error instanceof AppError && (error.code === "last_admin" || error.code === "emergency_admin"))
					return false;
				throw error;
			},
		);
		if (!isDone) return { memberId: found.id, refused: "last_admin" };
	}
	// As now committed: a disabling under way wins.
	const still = trx.selectFrom("member").select("disabled_at").where("id", "=", found.id).forShare();
	if ((await still.executeTakeFirst())?.disabled_at !== null) return { memberId: found.id, refused: "disabled" };
	// Of a password that somebody else has set, and that would have to be known to be changed.
	if (found.password_temporary)
		await trx.updateTable("member").set({ password_hash: NO_PASSWORD }).where("id", "=", found.id).execute();
	await trx
		.updateTable("member_identity")
		.set({ last_seen_at: at })
		.where("issuer", "=", identity.issuer)
		.where("subject", "=", identity.subject)
		.execute();
	return { memberId: found.id, refused: null };
}

async function findLinked(trx: DatabaseTransaction, { issuer, subject }: Identity): Promise<Found | undefined> {
	return trx
		.selectFrom("member_identity")
		.innerJoin("member", "member.id", "member_identity.member_id")
		.select(FOUND)
		.where("issuer", "=", issuer)
		.where("subject", "=", subject)
		.executeTakeFirst();
}

async function findByEmail(
	trx: DatabaseTransaction,
	issuer: string,
	email: string,
): Promise<(Found & { subject: string | null }) | undefined> {
	return trx
		.selectFrom("member")
		.leftJoin("member_identity", (join) =>
			join.onRef("member_identity.member_id", "=", "member.id").on("issuer", "=", issuer),
		)
		.select(FOUND)
		.select("member_identity.subject")
		.where("email", "=", email)
		.executeTakeFirst();
}

async function link(trx: DatabaseTransaction, { identity, at }: MemberAdmission, memberId: string): Promise<void> {
	const { issuer, subject } = identity;
	const row = { issuer, subject, member_id: memberId, linked_at: at, last_seen_at: at };
	await trx.insertInto("member_identity").values(row).execute();
}
