"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Resolver, useForm, useWatch } from "react-hook-form";
import { clearDraft, EMPTY_DRAFT, freshDraft, keepDraft, loadDraft } from "#components/payments/form/stored-draft.ts";
import { paymentPath } from "#components/payments/list-path.ts";
import type { OperatorChoice, PaymentDraft } from "#components/payments/payment-draft.ts";
import { draftFaults, isAnswerLost } from "#components/payments/request-faults.ts";
import { ApiError } from "#lib/api.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import type { DepositRequest, PayoutCorrection, PayoutRequest } from "#lib/contracts/payment-request.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { correctPayout, paymentQueries, requestPayout, startDeposit } from "#lib/queries/payments.ts";

export interface PaymentFormSetting {
	kind: PaymentKind;
	memberId: string;
	choices: readonly OperatorChoice[];
	/** The country of most numbers of this desk; "" if a person must choose it. */
	country: string;
	/** Edits a waiting payout: the form starts with its values and stores no draft. */
	correction?: { id: string; version: number; draft: PaymentDraft };
	/** Values of an earlier payment or of a recipient: the form starts with them, and takes only a draft that was stored at this address. */
	again?: PaymentDraft | undefined;
}

export function usePaymentForm(setting: PaymentFormSetting) {
	const { kind, memberId, choices, country, correction, again } = setting;
	const start = correction?.draft ?? again ?? { ...EMPTY_DRAFT, country };
	const given = again && JSON.stringify(again);
	const isKept = correction === undefined;
	/** The idempotency key; empty until the draft is loaded, while the sent payment's page loads, and always for a correction. */
	const key = useRef("");
	const origin = useRef<string>(undefined);
	const [restored, setRestored] = useState<PaymentDraft | null>(null);
	const form = useForm<PaymentDraft>({
		defaultValues: start,
		resolver: resolverOf(kind, choices),
		mode: "onTouched",
		shouldFocusError: false,
	});
	const { control, reset, subscribe } = form;
	const phone = useWatch({ control, name: "phone" });
	/** Keeps the draft with its origin, so that a reload or a sign-in at this address finds the values and the key. */
	function keep(draft: PaymentDraft) {
		const stored = { draft, key: key.current, origin: origin.current };
		if (key.current) keepDraft(sessionStorage, kind, memberId, stored);
	}
	const keepChange = useEffectEvent(keep);
	useEffect(() => {
		if (!isKept) return;
		origin.current = given && `${location.search} ${given}`;
		const stored = loadDraft(sessionStorage, kind, memberId, EMPTY_DRAFT, origin.current);
		const drawn = stored ?? freshDraft({ country });
		key.current = drawn.key;
		if (stored) {
			reset(stored.draft, { keepDefaultValues: true });
			const { phone, amount, note } = stored.draft;
			setRestored([phone, amount, note].some(Boolean) ? stored.draft : null);
		}
		return subscribe({
			formState: { values: true },
			callback: ({ values }) => keepChange(values),
		});
	}, [isKept, given, kind, memberId, country, reset, subscribe]);
	function startOver() {
		clearDraft(sessionStorage, kind, memberId);
		key.current = freshDraft({}).key;
		origin.current = undefined;
		// The address loses its query: its values would hide the new draft and its key at the next load.
		history.replaceState(null, "", location.pathname);
		setRestored(null);
		reset({ ...EMPTY_DRAFT, country });
	}
	/** Validates all fields; `run` gets a draft without faults. Returns false when there are faults. */
	async function submit(run: (draft: PaymentDraft) => void): Promise<boolean> {
		let isRight = false;
		await form.handleSubmit((draft) => {
			isRight = true;
			keep(draft);
			run(draft);
		})();
		return isRight;
	}
	// A person may have chosen the operator of a restored draft, so the operator stays until the number changes.
	const isNumberRestored = phone !== "" && restored?.phone === phone;
	return { form, key, restored, isNumberRestored, startOver, submit };
}

/** Loads the contract and zod when the first field loses focus, not with the page. */
function resolverOf(kind: PaymentKind, choices: readonly OperatorChoice[]): Resolver<PaymentDraft> {
	return async (draft) => {
		const { READERS } = await import("#components/payments/payment-draft.ts");
		const result = READERS[kind](draft, choices);
		if ("request" in result) return { values: draft, errors: {} };
		const errors = Object.entries(result.faults).map(([field, fault]) => [field, { type: "fault", message: fault }]);
		return { values: {}, errors: Object.fromEntries(errors) };
	};
}

interface Sending {
	draft: PaymentDraft;
	duplicate?: PayoutRequest["duplicate"];
	another?: boolean;
}

interface SendingEnds {
	onFieldFaults?: () => void;
	onAnother?: (payment: Payment) => void;
}

/** Leaves out the currency, which a correction cannot change. */
function changeTo({ currency: _same, ...change }: PayoutRequest, { version }: { version: number }): PayoutCorrection {
	return { ...change, metadata: change.metadata ?? {}, version };
}

/** Ignores clicks while a request is under way. The idempotency key keeps a repeated request from making a second payment. */
export function useSendPayment(
	setting: PaymentFormSetting,
	{ form, key, startOver }: ReturnType<typeof usePaymentForm>,
	{ onFieldFaults, onAnother }: SendingEnds = {},
) {
	const { kind, memberId, choices, correction } = setting;
	const router = useRouter();
	const client = useQueryClient();
	const isUnderWay = useRef(false);
	const mutation = useMutation({
		mutationFn: async ({ draft, duplicate }: Sending): Promise<Payment> => {
			const { READERS } = await import("#components/payments/payment-draft.ts");
			const result = READERS[kind](draft, choices);
			if ("faults" in result) throw new ApiError("invalid_input", 0, { fields: {} });
			if ("phoneNumber" in result.request) return startDeposit(result.request satisfies DepositRequest, key.current);
			const request: PayoutRequest = { ...result.request, ...(duplicate ? { duplicate } : {}) };
			return correction
				? correctPayout(correction.id, changeTo(request, correction))
				: requestPayout(request, key.current);
		},
		onSuccess: (payment, { another }) => {
			if (!correction) clearDraft(sessionStorage, kind, memberId);
			// Without a key nothing is stored: a change while the payment's page loads must not store a draft that was already sent.
			key.current = "";
			client.setQueryData(paymentQueries.detail(kind, payment.id).queryKey, payment);
			void client.invalidateQueries({ queryKey: paymentQueries.all });
			if (!another) return router.push(paymentPath(payment));
			isUnderWay.current = false;
			startOver();
			onAnother?.(payment);
		},
		onError: (error) => {
			isUnderWay.current = false;
			const faults = draftFaults(error);
			for (const [field, fault] of faults) form.setError(field, { type: "fault", message: fault });
			if (faults.length > 0) onFieldFaults?.();
			// Refetches after every error, because the previews that the form used may be outdated.
			if (kind === "payout") void client.invalidateQueries({ queryKey: paymentQueries.all });
		},
	});
	function send(sending: Sending) {
		if (isUnderWay.current) return;
		isUnderWay.current = true;
		mutation.mutate(sending);
	}
	// Stays busy while the next page loads, so that a second click has no effect.
	const isLeaving = mutation.isSuccess && !mutation.variables.another;
	// A request without an answer may have made the payment. The same request sent again must not find this payment as a duplicate.
	const lost = isAnswerLost(mutation.error) ? mutation.variables : undefined;
	/** Forgets a refusal when the person changes the form; a request without an answer is not forgotten. */
	function forgetRefusal() {
		if (mutation.isError && !lost) mutation.reset();
	}
	return { send, isBusy: mutation.isPending || isLeaving, error: mutation.error, lost, forgetRefusal };
}
