/** Queries and decisions of the reconciliation. */
import { apiSend, withQuery } from "#lib/api.ts";
import type { DayDetail, DayList, ExceptionList, KeptFeeRule, Reconciliation } from "#lib/contracts/reconciliation.ts";
import type { LineDecision, PaymentDecision } from "#lib/contracts/reconciliation-decision.ts";
import { apiQuery, keepOfWallet } from "#lib/queries/api-query.ts";

const PATH = "/api/reconciliation";
export const MONTH_EXPORT_PATH = `${PATH}/export`;

export const reconciliationQueries = {
	wallet: (currency: string) => apiQuery<Reconciliation>(["reconciliation", currency], withQuery(PATH, { currency })),
	/** A later page of the queue; the first comes with the wallet. */
	exceptions: (currency: string, after: string) =>
		apiQuery<ExceptionList>(
			["reconciliation", currency, "exceptions", after],
			withQuery(`${PATH}/exceptions`, { currency, after }),
			keepOfWallet(currency),
		),
	days: (currency: string, month: string) =>
		apiQuery<DayList>(
			["reconciliation", currency, "days", month],
			withQuery(`${PATH}/days`, { currency, month }),
			keepOfWallet(currency),
		),
	day: (currency: string, day: string) =>
		apiQuery<DayDetail>(["reconciliation", currency, "day", day], withQuery(`${PATH}/days/${day}`, { currency })),
};

export const keepFeeRule = (kept: KeptFeeRule) => apiSend<void>("PUT", "/api/fee-rules", kept);
export const decideLine = (id: string, decision: LineDecision) =>
	apiSend<void>("POST", `${PATH}/movements/${encodeURIComponent(id)}/decision`, decision);
export const decidePayment = (id: string, decision: PaymentDecision) =>
	apiSend<void>("POST", `${PATH}/payments/${encodeURIComponent(id)}/decision`, decision);
