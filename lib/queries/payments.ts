/** Queries of payments, and people's actions on them. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend, backgroundHeader, withQuery } from "#lib/api.ts";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import type {
	Decision,
	DepositPreview,
	ListDecision,
	ListVerdict,
	Payment,
	PaymentList,
	PaymentQuery,
	PayoutPreview,
	Resolution,
} from "#lib/contracts/payment.ts";
import type { ListAnswer } from "#lib/contracts/payment-list-answer.ts";
import type {
	DepositPreviewRequest,
	DepositRequest,
	PayoutCorrection,
	PayoutPreviewRequest,
	PayoutRequest,
} from "#lib/contracts/payment-request.ts";
import type { PaymentSums, PaymentSumsQuery } from "#lib/contracts/payment-sums.ts";
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
	/** Ignores order and page: all pages of a view have the same sums. `whole`: adds up beyond the limit. */
	sums: (
		kind: PaymentKind,
		{ sort: _sort, cursor: _cursor, limit: _limit, ...filter }: PaymentQuery,
		whole = false,
	) => {
		const query: PaymentSumsQuery = whole ? { ...filter, whole: "yes" } : filter;
		return queryOptions({
			queryKey: ["payments", kind, "sums", query] as const,
			queryFn: ({ signal }) => apiGet<PaymentSums>(withQuery(`${PATHS[kind]}/sums`, query), { signal }),
			placeholderData: keepPreviousData,
		});
	},
	detail: (kind: PaymentKind, id: string) =>
		queryOptions({
			queryKey: ["payments", kind, "detail", id] as const,
			queryFn: ({ signal }) => apiGet<Payment>(`${PATHS[kind]}/${encodeURIComponent(id)}`, { signal }),
		}),
	/** Its key begins with "payments", so any changed payment refetches it. It uses POST to keep phone numbers out of URLs. */
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

/** The export's path, which covers all pages of a view. */
export function paymentExportPath(kind: PaymentKind): string {
	return `${PATHS[kind]}/export`;
}

/** The form creates the key: sending the same form twice makes one payment. */
export function startDeposit(request: DepositRequest, idempotencyKey: string): Promise<Payment> {
	return apiSend("POST", PATHS.deposit, request, { "idempotency-key": idempotencyKey });
}

export function requestPayout(request: PayoutRequest, idempotencyKey: string): Promise<Payment> {
	return apiSend("POST", PATHS.payout, request, { "idempotency-key": idempotencyKey });
}

/** Edits a waiting payout; its approvals become void. */
export function correctPayout(id: string, correction: PayoutCorrection): Promise<Payment> {
	return apiSend("PATCH", `${PATHS.payout}/${encodeURIComponent(id)}`, correction);
}

export function decidePayout(id: string, decision: Decision): Promise<Payment> {
	return apiSend("POST", `${PATHS.payout}/${encodeURIComponent(id)}/decision`, decision);
}

/** The answer names each payout that cannot be decided; it stays as it is. */
export function decidePayouts(decision: ListDecision): Promise<ListAnswer> {
	return apiSend("POST", `${PATHS.payout}/decisions`, decision);
}

export function settlePayouts(verdict: ListVerdict): Promise<ListAnswer> {
	return apiSend("POST", `${PATHS.payout}/resolutions`, verdict);
}

/** All pages of a view, `most` payments at the most. */
export async function readAllPayments(
	kind: PaymentKind,
	query: PaymentQuery,
	most: number,
): Promise<PaymentList["items"]> {
	const all: PaymentList["items"] = [];
	let cursor: string | undefined;
	do {
		const page = await apiGet<PaymentList>(withQuery(PATHS[kind], { ...query, cursor, limit: 200 }));
		all.push(...page.items);
		cursor = page.nextCursor ?? undefined;
	} while (cursor !== undefined && all.length < most);
	return all.slice(0, most);
}

/** Submits a reference found elsewhere, or a verdict on an outcome that the service does not report. */
export function resolvePayment(kind: PaymentKind, id: string, resolution: Resolution): Promise<Payment> {
	return apiSend("POST", `${PATHS[kind]}/${encodeURIComponent(id)}/resolution`, resolution);
}

export function withdrawVerdict(kind: PaymentKind, id: string): Promise<Payment> {
	return apiSend("DELETE", `${PATHS[kind]}/${encodeURIComponent(id)}/resolution`);
}

/** Asks the service now instead of at the next scheduled check; answers with the payment as it is then. */
export function checkPayment(kind: PaymentKind, id: string): Promise<Payment> {
	return apiSend("POST", `${PATHS[kind]}/${encodeURIComponent(id)}/check`, {}, backgroundHeader());
}
