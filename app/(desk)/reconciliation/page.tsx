import { getTranslations } from "next-intl/server";
import { deskPage } from "#app/(desk)/desk-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { readReconciliationView, shownMonth } from "#components/reconciliation/reconciliation-address.ts";
import { ReconciliationView } from "#components/reconciliation/reconciliation-view.tsx";
import type { Prefetch } from "#components/shell/prefetched.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { PAGE_ROWS } from "#lib/addresses/view-address.ts";
import { reconciliationQueries } from "#lib/queries/reconciliation.ts";
import { may } from "#lib/roles.ts";
import { listDays } from "#server/reconciliation/list-days.ts";
import { listExceptions } from "#server/reconciliation/list-exceptions.ts";
import { readReconciliation } from "#server/reconciliation/read-reconciliation.ts";

export const generateMetadata = pageTitle("reconciliation.title");

export default deskPage("reconciliation.read", async (context, params) => {
	const t = await getTranslations("reconciliation");
	const { id, role } = context.member;
	const currencies = context.config.walletCurrencies;
	const { currency, month, after } = readReconciliationView(params, currencies);
	const asked = readReconciliation(context, { currency });
	const shown = await asked.then(({ months }) => shownMonth(month, months)).catch(() => null);
	const { wallet, days, exceptions } = reconciliationQueries;
	const reads: Prefetch[] = [{ queryKey: wallet(currency).queryKey, read: () => asked }];
	if (shown !== null) {
		const read = () => listDays(context, { currency, month: shown, limit: 31 });
		reads.push({ queryKey: days(currency, shown).queryKey, read });
	}
	if (after !== undefined) {
		const read = () => listExceptions(context, { currency, after, limit: PAGE_ROWS });
		reads.push({ queryKey: exceptions(currency, after).queryKey, read });
	}
	const rights = { mayDecide: may(role, "reconciliation.decide"), mayManage: may(role, "settings.manage") };
	const page = (
		<>
			<PageHeader title={t("title")} lead={t("lead")} />
			<ReconciliationView currencies={currencies} viewerId={id} {...rights} />
		</>
	);
	return { texts: ["reconciliation", "movements", "states"], reads, page };
});
