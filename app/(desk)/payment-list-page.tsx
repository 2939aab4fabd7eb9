import { deskPage } from "#app/(desk)/desk-page.tsx";
import { PaymentListHeader, PaymentListView } from "#components/payments/list/payment-list-view.tsx";
import { readPaymentQuery } from "#components/payments/list/payment-query.ts";
import { ListSkeleton } from "#components/ui/page/list-skeleton.tsx";
import { operatorChoices } from "#lib/operator-options.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { paymentQueries } from "#lib/queries/payments.ts";
import { viewQueries } from "#lib/queries/views.ts";
import { may } from "#lib/roles.ts";
import type { Context } from "#server/http/page-context.ts";
import { listPayments } from "#server/payments/read/list-payments.ts";
import { sumPayments } from "#server/payments/read/sum-payments.ts";
import { listOperators } from "#server/settings/list-operators.ts";
import { listViews } from "#server/views/list-views.ts";

// Texts that the list does not show, so it does not load them.
const OTHERS = [
	...(["payments.balance", "payments.duplicate", "payments.events", "payments.form", "payments.support"] as const),
];

export function paymentListPage(kind: PaymentKind) {
	const draw = (context: Context, params: URLSearchParams) => paymentList(kind, context, params);
	return deskPage("payment.read", draw, <ListSkeleton actions={2} hasSums />);
}

async function paymentList(kind: PaymentKind, context: Context, params: URLSearchParams) {
	const { id, role } = context.member;
	const [shown, known] = await Promise.all([listViews(context, { list: `${kind}s` }), listOperators(context)]);
	const { query } = readPaymentQuery(params, shown.layout.rows);
	const currencies = context.config.walletCurrencies;
	const operators = operatorChoices(known.items, currencies);
	const mayStart = may(role, kind === "deposit" ? "deposit.start" : "payout.request");
	const texts = kind === "deposit" ? "deposits" : "payouts";
	return {
		texts: ["payments", texts, "states"] as const,
		without: [...OTHERS, `${texts}.notice` as const],
		reads: [
			{ ...paymentQueries.list(kind, query), read: () => listPayments(context, { kind, ...query }) },
			{ ...paymentQueries.sums(kind, query), read: () => sumPayments(context, { kind, ...query }) },
			{ ...viewQueries.of(`${kind}s`), read: async () => shown },
		],
		page: (
			<>
				<PaymentListHeader kind={kind} mayStart={mayStart} />
				<PaymentListView {...{ kind, currencies, operators, mayStart }} viewer={{ id, role }} />
			</>
		),
	};
}
