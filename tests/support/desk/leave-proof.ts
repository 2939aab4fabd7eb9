/** Stores the proof of a step-up without the dialog, for tests of what follows it. */

import { randomBytes } from "node:crypto";
import { OPEN_PURPOSES, type StepUpPurpose, type StepUpSubject } from "#lib/contracts/second-factor.ts";
import { readChangeDigest } from "#server/guarded-changes/read-change-requests.ts";
import { actionDigest, approvalDigests, listDigest } from "#server/payments/rules/digests.ts";
import { asOwner } from "#server/store/as-owner.ts";
import type { Database } from "#server/store/database.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

export interface LeftProof {
	memberId: string;
	sessionKey: string;
	purpose: StepUpPurpose;
	digests?: readonly string[];
	at: Date;
}

export async function leaveProof(database: Database, proof: LeftProof): Promise<void> {
	const { memberId, sessionKey, purpose, digests = [], at } = proof;
	const id = randomBytes(16).toString("hex");
	const digest = digests.length > 0 ? listDigest(digests) : null;
	const row = { id, member_id: memberId, session_key: sessionKey, purpose, digest, nonce: id, created_at: at };
	await asOwner(database, (trx) => insertRows(trx, "step_up", { ...row, method: "password", proved_at: at }));
	if (digests.length > 0)
		await insertRows(
			database,
			"step_up_subject",
			digests.map((each) => ({ step_up_id: id, digest: each })),
		);
}

/** A proof for everything not bound to one payment. */
async function leaveOpenProofs(database: Database, proof: Omit<LeftProof, "purpose">): Promise<void> {
	for (const purpose of OPEN_PURPOSES) await leaveProof(database, { ...proof, purpose });
}

/** Gives every open session of the member the proof that the next request needs, if any. */
export async function leaveProofFor(
	database: Database,
	memberId: string,
	request: { path: string; body: unknown },
): Promise<void> {
	const sessions = database.selectFrom("session").select("key").where("member_id", "=", memberId);
	const keys = (await sessions.where("ended_at", "is", null).execute()).map(({ key }) => key);
	const at = new Date();
	const act = await actOf(database, request);
	for (const sessionKey of keys) {
		if (act) await leaveProof(database, { memberId, sessionKey, at, ...act });
		else await leaveOpenProofs(database, { memberId, sessionKey, at });
	}
}

async function actOf(
	database: Database,
	{ path, body }: { path: string; body: unknown },
): Promise<{ purpose: StepUpPurpose; digests: string[] } | null> {
	const [, change] = /^\/api\/change-requests\/([^/]+)$/.exec(path) ?? [];
	if (change) return { purpose: "confirm", digests: [await readChangeDigest(database, change)] };
	const [, batch] = /^\/api\/batches\/([^/]+)\/decision$/.exec(path) ?? [];
	if (batch) return actOnBatch(database, batch);
	const [, id, what] = /^\/api\/(?:payouts|deposits)\/([^/]+)\/(decision|resolution)$/.exec(path) ?? [];
	if (!id) return null;
	const row = await database.selectFrom("payment").selectAll().where("id", "=", id).executeTakeFirst();
	if (!row) return null;
	const said = body as Partial<StepUpSubject>;
	const purpose = what === "decision" ? "approve" : "settle";
	const word = what === "decision" ? {} : { outcome: said.outcome, amount: said.amount, reference: said.reference };
	return { purpose, digests: [actionDigest(purpose, row, { version: said.version ?? row.version, ...word })] };
}

async function actOnBatch(
	database: Database,
	id: string,
): Promise<{ purpose: StepUpPurpose; digests: string[] } | null> {
	const rows = await database
		.selectFrom("payment")
		.selectAll()
		.where("batch_id", "=", id)
		.where("state", "=", "awaiting_approval")
		.execute();
	if (rows.length === 0) return null;
	const batch = await database
		.selectFrom("batch")
		.select(["id", "version", "name"])
		.where("id", "=", id)
		.executeTakeFirst();
	return { purpose: "approve", digests: approvalDigests(rows, batch) };
}
