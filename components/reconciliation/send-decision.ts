"use client";
/** Decisions on a line or a payment, and how they are sent. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { toast } from "#components/ui/toast.tsx";
import type { ReconciledLine, ReconciledPayment } from "#lib/contracts/reconciliation.ts";
import type { LineDecision, PaymentDecision } from "#lib/contracts/reconciliation-decision.ts";
import { fittingVerdicts } from "#lib/line-verdicts.ts";
import { movementDirection } from "#lib/movements/movements.ts";
import { decideLine, decidePayment, reconciliationQueries } from "#lib/queries/reconciliation.ts";

/** The subject: a line with the payments it may belong to, a payment without a line, or a verdict to withdraw. */
export type Asked =
	| { line: ReconciledLine; payments: readonly ReconciledPayment[]; isRepeated: boolean }
	| { payment: ReconciledPayment }
	| { undo: { line: ReconciledLine | null; payment: ReconciledPayment | null } };

export function choicesOf(asked: Asked): string[] {
	if ("undo" in asked) return ["reopen"];
	if ("payment" in asked) return ["wait", "support"];
	const direction = movementDirection(asked.line.type);
	return [
		...asked.payments.map(({ id }) => `match:${id}`),
		...fittingVerdicts({ direction, isRepeated: asked.isRepeated }),
	];
}

interface Typed {
	choice: string;
	reference: string;
	reason: string;
}

export function useSay(asked: Asked, onClose: () => void) {
	const t = useTranslations("reconciliation.dialog");
	const client = useQueryClient();
	return useMutation({
		mutationFn: (typed: Typed) => sendDecision(asked, typed),
		onSuccess: () => {
			toast(t("done"));
			onClose();
		},
		// Also after a refusal: another person may have decided meanwhile.
		onSettled: () => client.invalidateQueries({ queryKey: reconciliationQueries.all }),
	});
}

/** Exported for its test. */
export function sendDecision(asked: Asked, { choice, reference, reason }: Typed): Promise<void> {
	if ("payment" in asked) {
		return decidePayment(asked.payment.id, { verdict: choice as PaymentDecision["verdict"], reason });
	}
	if ("undo" in asked) {
		const { line, payment } = asked.undo;
		if (line) return decideLine(line.id, { verdict: "reopen", reason });
		return decidePayment(payment?.id ?? "", { verdict: "reopen", reason });
	}
	if (choice.startsWith("match:"))
		return decideLine(asked.line.id, { verdict: "match", paymentId: choice.slice(6), reason });
	const verdict = choice as Exclude<LineDecision["verdict"], "match" | "reopen">;
	// The field of the reference is shown for this verdict alone, and may have one that the desk proposed.
	const isNamed = verdict === "portal" && reference !== "";
	return decideLine(asked.line.id, { verdict, reason, ...(isNamed ? { reference } : {}) });
}
