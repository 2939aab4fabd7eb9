import type { EvidenceView } from "#lib/contracts/evidence.ts";
import { mayHaveLeft, type PaymentKind } from "#lib/payment-state.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { collectEvidence, evidenceDigest } from "#server/payments/resolve/collect-evidence.ts";
import { readResolvable, readVerdicts } from "#server/payments/resolve/verdicts.ts";
import { readKeyFingerprint } from "#server/store/settings.ts";

/** Reads the evidence that a payment was made, or was not. Throws forbidden, not_found (also for an unsent payment). */
export async function readEvidence(context: Context, input: { kind: PaymentKind; id: string }): Promise<EvidenceView> {
	requirePermission(context, "payment.read");
	const { database, config } = context;
	const payment = await database
		.selectFrom("payment")
		.selectAll()
		.where("id", "=", input.id)
		.where("kind", "=", input.kind)
		.executeTakeFirst();
	if (!payment || !mayHaveLeft(payment.state)) throw new AppError("not_found", `no ${input.kind} that was sent`);
	const evidence = await collectEvidence(database, payment, config.timeZone);
	const resolvable = await readResolvable(database, payment);
	return {
		...evidence,
		digest: evidenceDigest(evidence),
		settleableAt: resolvable?.at.toISOString() ?? null,
		keyFingerprint: await readKeyFingerprint(database),
		verdicts: await readVerdicts(database, payment),
	};
}
