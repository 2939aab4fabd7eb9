/** Payments as the browser asks for them: lists, one of them, and what people may do to it. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend, withQuery } from "#lib/api.ts";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import type {
	Decision,
	DepositPreview,
	DepositPreviewRequest,
	DepositRequest,
	Payment,
	PaymentList,
	PaymentQuery,
	PayoutCorrection,
	PayoutPreview,
	PayoutPreviewRequest,
	PayoutRequest,
	Resolution,
} from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

const PATHS: Record<PaymentKind, string> = { deposit: "/api/deposits", payout: "/api/payouts" };

export const paymentQueries = {
	all: ["payments"] as const,
	list: (kind: PaymentKind, query: PaymentQuery) =>
		queryOptions({
			queryKey: ["payments", kind, "list", query] as const,
			queryFn: ({ signal }) => apiGet<PaymentList>(withQuery(PATHS[kind], query), { signal }),
			placeholderData: keepPreviousData,
		}),
	detail: (kind: PaymentKind, id: string) =>
		queryOptions({
			queryKey: ["payments", kind, "detail", id] as const,
			queryFn: ({ signal }) => apiGet<Payment>(`${PATHS[kind]}/${encodeURIComponent(id)}`, { signal }),
		}),
	/** Under "payments": a payment that changes anywhere asks it anew. A POST, since numbers never stand in an address. */
	preview: (request: PayoutPreviewRequest) =>
		queryOptions({
			queryKey: ["payments", "payout", "preview", request] as const,
			queryFn: () => apiSend<PayoutPreview>("POST", `${PATHS.payout}/preview`, request),
			placeholderData: keepPreviousData,
		}),
	depositPreview: (request: DepositPreviewRequest) =>
		queryOptions({
			queryKey: ["payments", "deposit", "preview", request] as const,
			queryFn: () => apiSend<DepositPreview>("POST", `${PATHS.deposit}/preview`, request),
			placeholderData: keepPreviousData,
		}),
	evidence: (kind: PaymentKind, id: string) =>
		queryOptions({
			queryKey: ["evidence", kind, id] as const,
			queryFn: ({ signal }) => apiGet<EvidenceView>(`${PATHS[kind]}/${encodeURIComponent(id)}/evidence`, { signal }),
		}),
};

/** Where the payments of a view, all pages of them, are had as a file. */
export function paymentExportPath(kind: PaymentKind): string {
	return `${PATHS[kind]}/export`;
}

/** The key is made when the form is drawn: the same form sent twice is one payment. */
export function startDeposit(request: DepositRequest, idempotencyKey: string): Promise<Payment> {
	return apiSend("POST", PATHS.deposit, request, { "idempotency-key": idempotencyKey });
}

export function requestPayout(request: PayoutRequest, idempotencyKey: string): Promise<Payment> {
	return apiSend("POST", PATHS.payout, request, { "idempotency-key": idempotencyKey });
}

/** Changes what still waits; approvals so far become void. */
export function correctPayout(id: string, correction: PayoutCorrection): Promise<Payment> {
	return apiSend("PATCH", `${PATHS.payout}/${encodeURIComponent(id)}`, correction);
}

export function decidePayout(id: string, decision: Decision): Promise<Payment> {
	return apiSend("POST", `${PATHS.payout}/${encodeURIComponent(id)}/decision`, decision);
}

/** A reference found elsewhere, or one's word on an outcome that the service does not tell. */
export function resolvePayment(kind: PaymentKind, id: string, resolution: Resolution): Promise<Payment> {
	return apiSend("POST", `${PATHS[kind]}/${encodeURIComponent(id)}/resolution`, resolution);
}

/** Takes back one's own verdict. */
export function withdrawVerdict(kind: PaymentKind, id: string): Promise<Payment> {
	return apiSend("DELETE", `${PATHS[kind]}/${encodeURIComponent(id)}/resolution`);
}

/** Asks the service now instead of at the next turn; the answer arrives by a live update. */
export function checkPayment(kind: PaymentKind, id: string): Promise<unknown> {
	return apiSend("POST", `${PATHS[kind]}/${encodeURIComponent(id)}/check`, {});
}
