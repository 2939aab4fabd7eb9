import { getTranslations } from "next-intl/server";
import { pageTitle } from "#app/page-title.ts";
import { readReconciliationView, shownMonth } from "#components/reconciliation/reconciliation-address.ts";
import { ReconciliationView } from "#components/reconciliation/reconciliation-view.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { type Prefetch, Prefetched } from "#components/shell/prefetched.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { plainSearchParams, type SearchParams } from "#lib/addresses/search-params.ts";
import { PAGE_ROWS } from "#lib/addresses/view-address.ts";
import { reconciliationQueries } from "#lib/queries/reconciliation.ts";
import { may } from "#lib/roles.ts";
import { pageContext } from "#server/http/page-context.ts";
import { listDays } from "#server/reconciliation/list-days.ts";
import { listExceptions } from "#server/reconciliation/list-exceptions.ts";
import { readReconciliation } from "#server/reconciliation/read-reconciliation.ts";

export const generateMetadata = pageTitle("reconciliation.title");

export default async function ReconciliationPage({ searchParams }: { searchParams: SearchParams }) {
	const context = await pageContext("reconciliation.read");
	const t = await getTranslations("reconciliation");
	const { walletCurrencies } = context.config;
	const { currency, month, after } = readReconciliationView(plainSearchParams(await searchParams), walletCurrencies);
	const asked = readReconciliation(context, { currency });
	const shown = await asked.then(({ months }) => shownMonth(month, months)).catch(() => null);
	const { wallet, days, exceptions } = reconciliationQueries;
	const entries: Prefetch[] = [{ queryKey: wallet(currency).queryKey, read: () => asked }];
	if (shown !== null) {
		const read = () => listDays(context, { currency, month: shown, limit: 31 });
		entries.push({ queryKey: days(currency, shown).queryKey, read });
	}
	if (after !== undefined) {
		const read = () => listExceptions(context, { currency, after, limit: PAGE_ROWS });
		entries.push({ queryKey: exceptions(currency, after).queryKey, read });
	}
	return (
		<ClientMessages namespaces={["reconciliation", "movements", "states"]}>
			<PageHeader title={t("title")} lead={t("lead")} />
			<Prefetched entries={entries}>
				<ReconciliationView
					currencies={walletCurrencies}
					viewerId={context.member.id}
					mayDecide={may(context.member.role, "reconciliation.decide")}
					mayManage={may(context.member.role, "settings.manage")}
				/>
			</Prefetched>
		</ClientMessages>
	);
}
