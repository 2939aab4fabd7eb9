import type { UseFormReturn } from "react-hook-form";
import type { PaymentDraft } from "#components/payments/payment-draft.ts";

/** Validates all fields; `run` gets a draft without faults. Returns false when there are faults. */
export async function submitDraft(
	form: UseFormReturn<PaymentDraft>,
	run: (draft: PaymentDraft) => void,
): Promise<boolean> {
	let isRight = false;
	await form.handleSubmit((draft) => {
		isRight = true;
		run(draft);
	})();
	return isRight;
}
