import { deskPage } from "#app/(desk)/desk-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { MovementsView } from "#components/movements/movements-view.tsx";
import { ListSkeleton } from "#components/ui/page/list-skeleton.tsx";
import { readMovementView } from "#lib/movements/movement-view.ts";
import { movementQueries } from "#lib/queries/movements.ts";
import { viewQueries } from "#lib/queries/views.ts";
import type { Context } from "#server/http/page-context.ts";
import { sumLines } from "#server/reconciliation/sum-lines.ts";
import { listViews } from "#server/views/list-views.ts";
import { listMovements } from "#server/wallets/list-movements.ts";

export const generateMetadata = pageTitle("movements.title");

export default deskPage("movement.read", movements, <ListSkeleton actions={2} hasSums />);

// Texts of other pages: those of payment lists for filters and checkboxes, those of the reconciliation for the payment of a line.
const SHARED = [
	...(["payments.clearText", "payments.markPage", "payments.nameOrPurpose", "payments.operatorFilter"] as const),
	...(["reconciliation.line", "reconciliation.verdicts"] as const),
];
// Texts of rare warnings: the page does not load them. When a warning appears, it loads all texts.
const RARE = [
	...(["movements.arriving", "movements.arrivingFault", "movements.fault", "movements.faultNever"] as const),
	...(["movements.incomplete", "movements.mayBeCut"] as const),
];

async function movements(context: Context, params: URLSearchParams) {
	const { id, role } = context.member;
	const currencies = context.config.walletCurrencies;
	const shown = await listViews(context, { list: "movements" });
	const { currency, query } = readMovementView(params, currencies, shown.layout.rows);
	const rows = { ...movementQueries.list(currency, query), read: () => listMovements(context, { currency, ...query }) };
	const sums = { ...movementQueries.sums(currency, query), read: () => sumLines(context, { currency, ...query }) };
	// With a filter by amount or text, the sums need a count of all rows: the page then arrives with its rows and loads the sums later.
	const { minAmount, maxAmount, name, purpose } = query;
	const isCounted = [minAmount, maxAmount, name, purpose].some(Boolean);
	const views = { ...viewQueries.of("movements"), read: async () => shown };
	return {
		texts: ["movements" as const, ...SHARED],
		without: RARE,
		reads: isCounted ? [rows, views] : [rows, sums, views],
		page: <MovementsView currencies={currencies} viewer={{ id, role }} />,
	};
}
