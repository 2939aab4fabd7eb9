import { SkeletonOnNavigation } from "#app/(desk)/skeleton-on-navigation.tsx";
import { PaymentListHeader, PaymentListView } from "#components/payments/list/payment-list-view.tsx";
import { readPaymentQuery } from "#components/payments/list/payment-query.ts";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { ListSkeleton } from "#components/ui/page/list-skeleton.tsx";
import { plainSearchParams, type SearchParams } from "#lib/addresses/search-params.ts";
import { operatorChoices } from "#lib/operator-options.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { paymentQueries } from "#lib/queries/payments.ts";
import { viewQueries } from "#lib/queries/views.ts";
import { may } from "#lib/roles.ts";
import { type Context, pageContext } from "#server/http/page-context.ts";
import { listPayments } from "#server/payments/read/list-payments.ts";
import { sumPayments } from "#server/payments/read/sum-payments.ts";
import { listOperators } from "#server/settings/list-operators.ts";
import { listViews } from "#server/views/list-views.ts";

// Texts that the list does not show, so it does not load them.
const OTHERS = [
	"payments.balance",
	"payments.duplicate",
	"payments.events",
	"payments.form",
	"payments.support",
] as const;

export async function paymentListPage(kind: PaymentKind, searchParams: SearchParams) {
	const context = await pageContext("payment.read");
	return (
		<SkeletonOnNavigation skeleton={<ListSkeleton actions={2} hasSums />}>
			<PaymentList kind={kind} context={context} params={plainSearchParams(await searchParams)} />
		</SkeletonOnNavigation>
	);
}

async function PaymentList(props: { kind: PaymentKind; context: Context; params: URLSearchParams }) {
	const { kind, context } = props;
	const { id, role } = context.member;
	const [shown, known] = await Promise.all([listViews(context, { list: `${kind}s` }), listOperators(context)]);
	const { query } = readPaymentQuery(props.params, shown.layout.rows);
	const operators = operatorChoices(known.items, context.config.walletCurrencies);
	const sums = { ...paymentQueries.sums(kind, query), read: () => sumPayments(context, { kind, ...query }) };
	const list = { ...paymentQueries.list(kind, query), read: () => listPayments(context, { kind, ...query }) };
	const views = { ...viewQueries.of(`${kind}s`), read: async () => shown };
	const mayStart = may(role, kind === "deposit" ? "deposit.start" : "payout.request");
	const currencies = context.config.walletCurrencies;
	const texts = kind === "deposit" ? "deposits" : "payouts";
	return (
		<ClientMessages namespaces={["payments", texts, "states"]} without={[...OTHERS, `${texts}.notice`]}>
			<Prefetched entries={[list, sums, views]}>
				<PaymentListHeader kind={kind} mayStart={mayStart} />
				<PaymentListView {...{ kind, currencies, operators, mayStart }} viewer={{ id, role }} />
			</Prefetched>
		</ClientMessages>
	);
}
