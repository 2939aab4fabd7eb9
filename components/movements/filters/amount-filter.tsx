"use client";
import { useLocale, useTranslations } from "next-intl";
import { lazy } from "react";
import { FilterMenu } from "#components/ui/fields/filter-menu.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { formatAmount } from "#lib/money.ts";
import { type MovementView, movementViewPath } from "#lib/movement-view.ts";

// Its fields come when somebody reaches for them.
const AmountForm = lazy(() => import("#components/movements/filters/amount-form.tsx"));

/** From, to, or both: of the amount alone, without its sign and its fee. */
export function AmountFilter({ view }: { view: MovementView }) {
	const t = useTranslations("movements");
	const locale = useLocale();
	const { minAmount, maxAmount } = view.query;
	const amount = (text: string) => formatAmount(text, view.currency, locale);
	const shown = [
		minAmount && !maxAmount ? `≥ ${amount(minAmount)}` : "",
		maxAmount && !minAmount ? `≤ ${amount(maxAmount)}` : "",
		minAmount && maxAmount ? `${amount(minAmount)} – ${amount(maxAmount)}` : "",
	].join("");
	const clear = {
		label: t("removeFilter", { name: t("amount") }),
		onClear: () => showView(movementViewPath(view, { minAmount: undefined, maxAmount: undefined })),
	};
	return (
		<FilterMenu label={t("amount")} {...(shown ? { value: shown, clear } : {})}>
			{(close) => <AmountForm key={`${minAmount} ${maxAmount}`} view={view} onDone={close} />}
		</FilterMenu>
	);
}
