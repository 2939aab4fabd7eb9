import { RARE, SHARED } from "#app/(desk)/movements/page-texts.ts";
import { SkeletonOnNavigation } from "#app/(desk)/skeleton-on-navigation.tsx";
import { pageTitle } from "#app/page-title.ts";
import { MovementsView } from "#components/movements/movements-view.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { ListSkeleton } from "#components/ui/page/list-skeleton.tsx";
import { plainSearchParams, type SearchParams } from "#lib/addresses/search-params.ts";
import { readMovementView } from "#lib/movements/movement-view.ts";
import { movementQueries } from "#lib/queries/movements.ts";
import { viewQueries } from "#lib/queries/views.ts";
import { type Context, pageContext } from "#server/http/page-context.ts";
import { sumLines } from "#server/reconciliation/sum-lines.ts";
import { listViews } from "#server/views/list-views.ts";
import { listMovements } from "#server/wallets/list-movements.ts";

export const generateMetadata = pageTitle("movements.title");

export default async function MovementsPage({ searchParams }: { searchParams: SearchParams }) {
	const context = await pageContext("movement.read");
	return (
		<SkeletonOnNavigation skeleton={<ListSkeleton actions={2} hasSums />}>
			<Movements context={context} params={plainSearchParams(await searchParams)} />
		</SkeletonOnNavigation>
	);
}

async function Movements({ context, params }: { context: Context; params: URLSearchParams }) {
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
	return (
		<ClientMessages namespaces={["movements", ...SHARED]} without={RARE}>
			<Prefetched entries={isCounted ? [rows, views] : [rows, sums, views]}>
				<MovementsView currencies={currencies} viewer={{ id, role }} />
			</Prefetched>
		</ClientMessages>
	);
}
