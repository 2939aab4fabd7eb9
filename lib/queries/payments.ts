import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiSend, backgroundHeader, withQuery } from "#lib/api.ts";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import type {
	Decision,
	DepositPreview,
	ListAnswer,
	ListDecision,
	ListVerdict,
	Payment,
	PaymentList,
	PaymentQuery,
	PayoutPreview,
	Resolution,
} from "#lib/contracts/payment.ts";
import type {
	DepositPreviewRequest,
	DepositRequest,
	PayoutCorrection,
	PayoutPreviewRequest,
	PayoutRequest,
} from "#lib/contracts/payment-request.ts";
import type { PaymentSums, PaymentSumsQuery } from "#lib/contracts/payment-sums.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

export const PATHS: Record<PaymentKind, string> = { deposit: "/api/deposits", payout: "/api/payouts" };

const pathOf = (kind: PaymentKind, id: string, part = "") => `${PATHS[kind]}/${encodeURIComponent(id)}${part}`;

/** While a payout waits, pages refetch at this interval, because a wait that only times out sends no live update. */
const WAITS_MS = 60_000;

export const paymentQueries = {
	all: ["payments"] as const,
	list: (kind: PaymentKind, query: PaymentQuery) =>
		apiQuery<PaymentList>(["payments", kind, "list", query], withQuery(PATHS[kind], query), {
			placeholderData: keepPreviousData,
			refetchInterval: ({ state }) => state.data?.items.some(({ waits }) => waits) && WAITS_MS,
		}),
	/** Leaves out order and page, because all pages of a view have the same sums. `whole`: adds up all payments. */
	sums: (
		kind: PaymentKind,
		{ sort: _sort, cursor: _cursor, limit: _limit, ...filter }: PaymentQuery,
		whole = false,
	) => {
		const query: PaymentSumsQuery = whole ? { ...filter, whole: "yes" } : filter;
		return apiQuery<PaymentSums>(["payments", kind, "sums", query], withQuery(`${PATHS[kind]}/sums`, query));
	},
	detail: (kind: PaymentKind, id: string) =>
		apiQuery<Payment>(["payments", kind, "detail", id], pathOf(kind, id), {
			refetchInterval: ({ state }) => (state.data?.waits ? WAITS_MS : false),
		}),
	/** The key begins with "payments", so that every changed payment refetches the preview. */
	preview: (request: PayoutPreviewRequest) => previewQuery<PayoutPreview>("payout", request),
	depositPreview: (request: DepositPreviewRequest) => previewQuery<DepositPreview>("deposit", request),
	evidence: (kind: PaymentKind, id: string) =>
		apiQuery<EvidenceView>(["evidence", kind, id], pathOf(kind, id, "/evidence")),
	/** For a verdict on a list. Its own key: no live update changes what the person is looking at. */
	seenEvidence: (id: string) =>
		apiQuery<EvidenceView>(["seen-evidence", id], pathOf("payout", id, "/evidence"), {
			staleTime: Number.POSITIVE_INFINITY,
			gcTime: 0,
		}),
};

/** A POST keeps phone numbers out of URLs. */
function previewQuery<Preview>(kind: PaymentKind, request: object) {
	return queryOptions({
		queryKey: ["payments", kind, "preview", request],
		queryFn: () => apiSend<Preview>("POST", `${PATHS[kind]}/preview`, request, backgroundHeader()),
		placeholderData: keepPreviousData,
	});
}

export const paymentExportPath = (kind: PaymentKind) => `${PATHS[kind]}/export`;

/** `key`: the idempotency key, which the form creates, so that sending the form twice makes one payment. */
export const startDeposit = (request: DepositRequest, key: string) =>
	apiSend<Payment>("POST", PATHS.deposit, request, { "idempotency-key": key });
export const requestPayout = (request: PayoutRequest, key: string) =>
	apiSend<Payment>("POST", PATHS.payout, request, { "idempotency-key": key });
export const correctPayout = (id: string, correction: PayoutCorrection) =>
	apiSend<Payment>("PATCH", pathOf("payout", id), correction);
export const decidePayout = (id: string, decision: Decision) =>
	apiSend<Payment>("POST", pathOf("payout", id, "/decision"), decision);
/** The answer lists the payouts that could not be decided, with the reason; these stay unchanged. */
export const decidePayouts = (decision: ListDecision) =>
	apiSend<ListAnswer>("POST", `${PATHS.payout}/decisions`, decision);
export const resolvePayouts = (verdict: ListVerdict) =>
	apiSend<ListAnswer>("POST", `${PATHS.payout}/resolutions`, verdict);

/** Submits a reference found elsewhere, or a verdict on an outcome that the service does not report. */
export const resolvePayment = (kind: PaymentKind, id: string, resolution: Resolution) =>
	apiSend<Payment>("POST", pathOf(kind, id, "/resolution"), resolution);
export const withdrawVerdict = (kind: PaymentKind, id: string) =>
	apiSend<Payment>("DELETE", pathOf(kind, id, "/resolution"));
/** Asks the service for the status now instead of at the next planned check; returns the updated payment. */
export const checkPayment = (kind: PaymentKind, id: string) =>
	apiSend<Payment>("POST", pathOf(kind, id, "/check"), {}, backgroundHeader());
