/** From the facts of a payment to the challenge that an approver signs: facts, action, list of actions, challenge. */
import { hash } from "node:crypto";
import type { StepUpOrder, StepUpPurpose, StepUpSubject } from "#lib/contracts/second-factor.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";

/** Does not depend on the order of the fields. */
export function requestDigest(kind: PaymentKind, body: object): string {
	return digest([kind, sorted(body)]);
}

type BoundFacts = Pick<PaymentRow, "kind" | "amount" | "currency" | "operator" | "country" | "phone_number">;

/** An approval is bound to these facts: if one changes afterwards, nothing is sent. */
export function factsDigest(facts: BoundFacts): string {
	return digest([facts.kind, facts.amount, facts.currency, facts.operator, facts.country, facts.phone_number]);
}

/** Any other payment, version, amount or action gives another digest, so a proof cannot be used for another action. */
export function actionDigest(
	purpose: StepUpPurpose,
	payment: BoundFacts & { id: string },
	{ version, outcome, amount, reference }: Omit<StepUpSubject, "kind" | "id">,
): string {
	// JSON writes a missing term of this list as null.
	return digest([purpose, payment.id, factsDigest(payment), [version, outcome, amount, reference]]);
}

/** Returns one digest for each payout that is approved, and one more for the batch whose rows they are. */
export function approvalDigests(rows: readonly PaymentRow[], batch?: BatchFacts): string[] {
	const own = rows.map((row) => actionDigest("approve", row, { version: row.version }));
	return batch ? [batchDigest(batch, rows), ...own] : own;
}

export interface BatchFacts {
	id: string;
	version: number;
	name: string;
}

/** Covers what a batch's approver reads besides the facts of each payment: the batch's name, and each row's recipient and purpose. */
function batchDigest(
	{ id, version, name }: BatchFacts,
	rows: readonly Pick<PaymentRow, "id" | "amount" | "currency" | "recipient_name" | "note">[],
): string {
	const facts = rows.map((row) => [row.id, row.amount, row.currency, row.recipient_name, row.note]);
	const ordered = facts.sort(([one], [other]) => ((one ?? "") < (other ?? "") ? -1 : 1));
	return digest(["batch", id, version, name, ordered]);
}

/** Returns the `actionDigest` of a new or corrected payout. */
export function orderDigest({ of: id, version, phoneNumber, ...facts }: StepUpOrder): string {
	return actionDigest("request", { ...facts, id, kind: "payout", phone_number: phoneNumber }, { version });
}

/** Returns one digest of everything that a proof covers, in any order. */
export function listDigest(digests: readonly string[]): string {
	return digest([...digests].sort());
}

interface ChallengeParts {
	/** Made by `saltOf` from the nonce of the step-up and the session. */
	salt: string;
	purpose: StepUpPurpose;
	/** Null when the proof is bound only to its purpose. */
	digest: string | null;
}

/** The signed challenge names the approved subjects, so the signature is valid for nothing else. */
export function challengeOf({ salt, purpose, digest }: ChallengeParts): Uint8Array<ArrayBuffer> {
	return new Uint8Array(sha256(["cauri step-up", salt, purpose, digest]));
}

/** Binds the challenge to one step-up of one session; a worker that has the salt can check the challenge without the session. */
export function saltOf({ nonce, sessionKey }: { nonce: string; sessionKey: string }): string {
	return sha256([nonce, sessionKey]).toString("base64url");
}

function sorted(value: unknown): unknown {
	if (typeof value !== "object" || value === null) return value;
	const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
	return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, sorted(inner)]);
}

export function digest(value: unknown): string {
	return hash("sha256", JSON.stringify(value));
}

function sha256(value: unknown): Buffer {
	return hash("sha256", JSON.stringify(value), "buffer");
}
