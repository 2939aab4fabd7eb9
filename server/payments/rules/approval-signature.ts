/**
 * An approver's passkey signs the challenge of the step-up, which names the approved facts. The worker verifies that signature
 * itself before the permit, with keys that it recorded at least a day before: code in the web program can write a decision, but
 * cannot sign it.
 */
import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import { sql } from "kysely";
import type { Config } from "#server/config.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { actionDigest, challengeOf, digest, factsDigest, listDigest } from "#server/payments/rules/digests.ts";
import type { Database } from "#server/store/database.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import type { Assertion } from "#server/store/tables/second-factor-tables.ts";

/** A key counts from a day after a worker recorded it until a day after its removal, so that people can notice both. */
const IN_FORCE = sql<boolean>`approver_key.seen_at <= now() - interval '24 hours'
	and (approver_key.gone_at is null or approver_key.gone_at > now() - interval '24 hours')`;

/** Returns the ids of the passkeys with which a member signs approvals; a member without such a passkey need not sign. */
export async function readSigningKeys(database: Database, memberId: string): Promise<string[]> {
	const rows = await database
		.selectFrom("approver_key")
		.select("passkey_id")
		.where("member_id", "=", memberId)
		.where(IN_FORCE)
		.execute();
	return rows.map(({ passkey_id }) => passkey_id);
}

/**
 * Records new and removed passkeys in the worker's round; the web program cannot write to this table. A passkey that comes back while
 * it is still in force keeps the time at which it was first recorded.
 */
export async function noteApproverKeys(database: Database): Promise<void> {
	// guard: key-that-comes-back-is-no-new-one
	await sql`insert into approver_key (passkey_id, member_id, public_key)
		select id, member_id, public_key from passkey
		where not exists (select from approver_key as known where known.passkey_id = passkey.id
			and known.member_id = passkey.member_id and known.public_key = passkey.public_key and known.gone_at is null)
		on conflict (passkey_id, member_id, public_key) do update set gone_at = null,
			seen_at = case when ${IN_FORCE} then approver_key.seen_at else now() end`.execute(database);
	await sql`update approver_key as known set gone_at = now() where gone_at is null and not exists (
		select from passkey where passkey.id = known.passkey_id and passkey.member_id = known.member_id
			and passkey.public_key = known.public_key)`.execute(database);
}

/** Returns the ids of payouts with an unsigned approval: the approver has keys in force, and none of them signed exactly these facts. */
export async function findUnsigned(
	database: Database,
	payouts: readonly PaymentRow[],
	{ appOrigin }: Pick<Config, "appOrigin">,
): Promise<Set<string>> {
	const byId = new Map(payouts.map((payout) => [payout.id, payout]));
	const approvals = await readApprovals(database, [...byId.keys()]);
	const keys = await readPublicKeys(database, [...new Set(approvals.map(({ member_id }) => member_id))]);
	const unsigned = new Set<string>();
	for (const { payment_id, member_id, payment_version: version, step_up_id: id, assertion, facts } of approvals) {
		const payout = byId.get(payment_id);
		const own = keys.filter((key) => key.member_id === member_id);
		if (!payout || own.length === 0 || facts !== factsDigest(payout)) continue;
		const key = own.find(({ passkey_id }) => passkey_id === assertion?.passkey);
		const action = actionDigest("approve", payout, { version });
		const signed =
			key && assertion && id !== null
				? await readSigned(database, { id, assertion, publicKey: key.public_key, appOrigin })
				: new Set<string>();
		if (!signed.has(action)) unsigned.add(payout.id);
	}
	return unsigned;
}

function readApprovals(database: Database, ids: readonly string[]) {
	return database
		.selectFrom("decision")
		.modifyFront(PREPARED)
		.leftJoin("step_up", (join) =>
			join.onRef("step_up.id", "=", "decision.step_up_id").onRef("step_up.member_id", "=", "decision.member_id"),
		)
		.select(["decision.payment_id", "decision.member_id", "decision.payment_version", "decision.facts"])
		.select(["decision.step_up_id", "step_up.assertion"])
		.where(sql<boolean>`decision.payment_id = any(${ids})`)
		.where("decision.verdict", "=", "approve")
		.where("decision.voided_at", "is", null)
		.execute();
}

interface Signed {
	id: string;
	assertion: Assertion;
	publicKey: Buffer;
	appOrigin: URL;
}

const MOST_REMEMBERED = 20;
/** A signature covers facts that never change, so the rows of one batch verify their common signature once. */
const REMEMBERED = new Map<string, ReadonlySet<string>>();

/** Returns the digests that this signature covers; none when the signature is not valid. */
async function readSigned(
	database: Database,
	{ id, assertion, publicKey, appOrigin }: Signed,
): Promise<ReadonlySet<string>> {
	const name = digest([id, assertion, publicKey.toString("base64"), appOrigin.href]);
	const known = REMEMBERED.get(name);
	if (known) return known;
	const digests = await readDigests(database, id);
	const challenge = challengeOf({ salt: assertion.salt, purpose: "approve", digest: listDigest(digests) });
	if (!(await isSignedBy(publicKey, assertion, { challenge, appOrigin }))) return new Set();
	const [oldest] = REMEMBERED.keys();
	if (REMEMBERED.size >= MOST_REMEMBERED && oldest !== undefined) REMEMBERED.delete(oldest);
	const covered = new Set(digests);
	REMEMBERED.set(name, covered);
	return covered;
}

function readPublicKeys(database: Database, memberIds: readonly string[]) {
	return database
		.selectFrom("approver_key")
		.modifyFront(PREPARED)
		.select(["member_id", "passkey_id", "public_key"])
		.where(sql<boolean>`member_id = any(${memberIds})`)
		.where(IN_FORCE)
		.execute();
}

async function readDigests(database: Database, stepUpId: string): Promise<string[]> {
	const rows = await database
		.selectFrom("step_up_subject")
		.select("digest")
		.where("step_up_id", "=", stepUpId)
		.execute();
	return rows.map(({ digest }) => digest);
}

async function isSignedBy(
	publicKey: Buffer,
	{ passkey, authenticatorData, clientDataJSON, signature }: Assertion,
	{ challenge, appOrigin }: { challenge: Uint8Array; appOrigin: URL },
): Promise<boolean> {
	const response = { authenticatorData, clientDataJSON, signature };
	try {
		const { verified } = await verifyAuthenticationResponse({
			response: { id: passkey, rawId: passkey, type: "public-key", response, clientExtensionResults: {} },
			expectedChallenge: Buffer.from(challenge).toString("base64url"),
			expectedOrigin: appOrigin.origin,
			expectedRPID: appOrigin.hostname,
			requireUserVerification: true,
			// The step-up checked the counter, which has moved on since.
			credential: { id: passkey, publicKey: new Uint8Array(publicKey), counter: 0 },
		});
		return verified;
	} catch {
		return false;
	}
}
