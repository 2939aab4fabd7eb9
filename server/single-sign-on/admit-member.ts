/** Finds the member who signs in through the provider: by issuer and subject, else by verified e-mail, else adds a new member. */

import { type RawBuilder, sql } from "kysely";
import { ulid } from "ulid";
import { looksLike } from "#lib/members/look-alikes.ts";
import type { SingleSignOnFaultCode } from "#lib/members/single-sign-on-fault.ts";
import type { Role } from "#lib/roles.ts";
import { endSessionsOf } from "#server/access/end-session.ts";
import { NO_PASSWORD } from "#server/access/password-sign-in.ts";
import { lockAdmins } from "#server/access/recheck-permission.ts";
import { AppError } from "#server/errors.ts";
import { keepRequest, relaxesControl } from "#server/guarded-changes/propose-change.ts";
import { voidChanges } from "#server/guarded-changes/record-change.ts";
import { applyMemberChange } from "#server/members/apply-member-change.ts";
import { formerRights } from "#server/members/change-member.ts";
import { lockNames } from "#server/members/insert-member.ts";
import { recordAccountEvent } from "#server/notices/notify-member.ts";
import { type Identity, memberNameSchema } from "#server/single-sign-on/identity.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { actAs, type DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";

export interface MemberAdmission {
	identity: Identity;
	/** The role that the person's groups give now; null when they give none. */
	role: Role | null;
	at: Date;
	host: string;
}

export type AdmittedMember =
	| { memberId: string; refused: null }
	| { memberId: string | null; refused: SingleSignOnFaultCode };

export async function admitMember(trx: DatabaseTransaction, admission: MemberAdmission): Promise<AdmittedMember> {
	const { identity, role } = admission;
	// Locks in the order of an admin's changes: admins, new names, the member, and only then the audit log's turn.
	await lockAdmins(trx);
	await lockNames(trx);
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
	if (found.subject !== null && !(await isEnabledSince(trx, identity.issuer, found.id)))
		return { memberId: found.id, refused: "other_identity" };
	if (found.disabled_at) return { memberId: found.id, refused: "disabled" };
	const former = trx.deleteFrom("member_identity").where("issuer", "=", identity.issuer);
	if (found.subject !== null) await former.where("member_id", "=", found.id).execute();
	await link(trx, admission, found.id);
	const entry = { at: admission.at, memberId: found.id, details: { name: found.name, provider: admission.host } };
	await recordAudit(trx, { ...entry, action: "member.linked", subjectKind: "member", subjectId: found.id });
	return admitKnown(trx, admission, found);
}

const FOUND = [
	...(["member.id", "member.name", "member.role"] as const),
	...(["member.disabled_at", "member.password_temporary", "member.version", "member.rights_until"] as const),
] as const;
type Found = NonNullable<Awaited<ReturnType<typeof findLinked>>>;

/**
 * Applies the role that the groups give, at each sign-in. A lower role applies at once and ends the sessions; a higher one waits for an
 * admin.
 */
async function admitKnown(trx: DatabaseTransaction, admission: MemberAdmission, found: Found): Promise<AdmittedMember> {
	const { role, at, host, identity } = admission;
	if (found.disabled_at) return { memberId: found.id, refused: "disabled" };
	if (role === null) {
		await noteAdmission(trx, identity, null);
		return { memberId: found.id, refused: "no_role" };
	}
	// Marks the transaction as the provider's: if it raises the role without a second admin, the member can decide only after 24 hours.
	await actAs(trx, "provided_member", found.id);
	// The request names the version that the member has once the temporary password is removed, below.
	const version = found.version + (found.password_temporary ? 1 : 0);
	if (!(await askForRole(trx, at, { ...found, version }, role)) && role !== found.role) {
		const step = { memberId: found.id, change: { role }, passwordHash: null, at, by: null };
		const isDone = await applyMemberChange(trx, { ...step, details: { provider: host } }).then(
			() => true,
			(error: unknown) => {
				if (error instanceof AppError && (error.code === "last_admin" || error.code === "emergency_admin"))
					return false;
				throw error;
			},
		);
		// The desk keeps its last admin, whose password must not end because the provider gives less.
		if (!isDone) {
			await noteAdmission(trx, identity, sql<Date>`now()`);
			return { memberId: found.id, refused: "last_admin" };
		}
	}
	// Removes a temporary password, which another person set: the member may not know it, and could otherwise not replace it. A session
	// that was begun with it would become a full one.
	if (found.password_temporary) {
		await endSessionsOf(trx, at, found.id);
		await trx.updateTable("member").set({ password_hash: NO_PASSWORD }).where("id", "=", found.id).execute();
		const removed = { kind: "password_removed", by: null, name: found.name, details: { provider: host } } as const;
		await recordAccountEvent(trx, { at, memberId: found.id, ...removed });
	}
	await noteAdmission(trx, identity, sql<Date>`now()`);
	return { memberId: found.id, refused: null };
}

/** Stores when the provider admitted the member, null when it refused: `readLocalSignIn` lets in only recently admitted members. */
async function noteAdmission(
	trx: DatabaseTransaction,
	{ issuer, subject }: Identity,
	admitted_at: RawBuilder<Date> | null,
): Promise<void> {
	const linked = trx.updateTable("member_identity").where("issuer", "=", issuer).where("subject", "=", subject);
	await linked.set({ admitted_at }).execute();
}

function findLinked(trx: DatabaseTransaction, { issuer, subject }: Identity) {
	return trx
		.selectFrom("member_identity")
		.innerJoin("member", "member.id", "member_identity.member_id")
		.select(FOUND)
		.where("issuer", "=", issuer)
		.where("subject", "=", subject)
		.forNoKeyUpdate("member")
		.executeTakeFirst();
}

function findByEmail(trx: DatabaseTransaction, issuer: string, email: string) {
	return trx
		.selectFrom("member")
		.leftJoin("member_identity", (join) =>
			join.onRef("member_identity.member_id", "=", "member.id").on("issuer", "=", issuer),
		)
		.select(FOUND)
		.select("member_identity.subject")
		.where("email", "=", email)
		.forNoKeyUpdate("member")
		.executeTakeFirst();
}

async function link(trx: DatabaseTransaction, { identity, at }: MemberAdmission, memberId: string): Promise<void> {
	const { issuer, subject } = identity;
	const row = { issuer, subject, member_id: memberId, linked_at: at };
	await trx.insertInto("member_identity").values(row).execute();
}

/** Returns true when an admin enabled the member after the last sign-in with the linked account: the person may now have another one. */
async function isEnabledSince(trx: DatabaseTransaction, issuer: string, memberId: string): Promise<boolean> {
	const enabled = await trx
		.selectFrom("member_identity")
		.innerJoin("audit_entry", "audit_entry.subject_id", "member_identity.member_id")
		.select("audit_entry.id")
		.where("issuer", "=", issuer)
		.where("member_identity.member_id", "=", memberId)
		.where("action", "=", "member.enabled")
		.where("at", ">", (eb) => eb.fn<Date>("greatest", ["linked_at", "admitted_at"]))
		.limit(1)
		.executeTakeFirst();
	return enabled !== undefined;
}

/** Adds a member without a password, under a name that resembles no other, and returns the id. The caller has the lock for new names. */
async function addProvidedMember(
	trx: DatabaseTransaction,
	{ identity, email, role, at, host }: MemberAdmission & { email: string; role: Role },
): Promise<string> {
	const others = await trx.selectFrom("member").select("name").execute();
	const name = freeName(
		identity.name,
		email,
		others.map((other) => other.name),
	);
	const id = ulid(at.getTime());
	await actAs(trx, "provided_member", id);
	const given = (await isAdminThere(trx, id)) ? "viewer" : role;
	await trx
		.insertInto("member")
		.values({ id, email, name, role: given, password_hash: NO_PASSWORD, created_at: at })
		.execute();
	const details = { name, role: given, provider: host };
	await recordAudit(trx, { at, memberId: null, action: "member.added", subjectKind: "member", subjectId: id, details });
	await askForRole(trx, at, { id, role: given, version: 1, rights_until: null }, role);
	await publishUpdate(trx, { topic: "members", id });
	return id;
}

/** Returns a name that resembles no other, because approvers are recognised by their names: adds the e-mail, or uses it alone. Pure. */
export function freeName(name: string | null, email: string, taken: readonly string[]): string {
	const wanted = [name, name === null ? null : `${name} · ${email}`, email.slice(0, 80)];
	const fit = wanted.flatMap((each) => memberNameSchema.safeParse(each).data ?? []);
	// E-mails are unique, so the e-mail is used even when it resembles a name.
	return fit.find((each) => !taken.some((other) => looksLike(each, other))) ?? email.slice(0, 80);
}

/**
 * Requests a higher role, which an admin must confirm. Returns false when the role can apply at once: it is not higher, or there is no
 * other admin. Requests a refused role again only after another role was requested or given, and a waiting one again once the member has
 * changed. The transaction must act for the provider.
 */
async function askForRole(
	trx: DatabaseTransaction,
	at: Date,
	{ id, role, version, rights_until }: Pick<Found, "id" | "role" | "version" | "rights_until">,
	wanted: Role,
): Promise<boolean> {
	const change = {
		...({ kind: "member_changed", subject: id } as const),
		before: { role, disabled: false, version, ...formerRights(rights_until) },
		after: { role: wanted, disabled: false, password: false },
	};
	const isAsked = (await relaxesControl(trx, change)) && (await isAdminThere(trx, id));
	const [newest] = await trx
		.selectFrom("change_request")
		.select(["state", "before", "after"])
		.where("kind", "=", change.kind)
		.where("subject", "=", id)
		.where("asked_by", "=", id)
		.orderBy("asked_at", "desc")
		.orderBy("id", "desc")
		.limit(1)
		.execute();
	const isAnswered = newest?.state === "refused" && newest.after.role === wanted && newest.before.role === role;
	const waits = newest?.state === "waiting" && newest.after.role === wanted && newest.before.version === version;
	if (newest?.state === "waiting" && !(isAsked && waits)) await voidChanges(trx, at, change);
	if (isAsked && !isAnswered) await keepRequest(trx, at, { ...change, askedBy: id });
	return isAsked;
}

async function isAdminThere(trx: DatabaseTransaction, id: string): Promise<boolean> {
	const there = sql<boolean>`is_admin_there(${id})`.as("there");
	return (await trx.selectNoFrom(there).executeTakeFirstOrThrow()).there;
}
