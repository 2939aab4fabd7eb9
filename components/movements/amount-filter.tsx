"use client";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { AmountInput } from "#components/ui/amount-input.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { FilterMenu } from "#components/ui/filter-menu.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { formatAmount, parseDecimal } from "#lib/money.ts";
import { type MovementView, movementViewPath } from "#lib/movement-view.ts";

/** From, to, or both: of the amount alone, without its sign and its fee. */
export function AmountFilter({ view }: { view: MovementView }) {
	const t = useTranslations("movements");
	const locale = useLocale();
	const { minAmount, maxAmount } = view.query;
	const amount = (text: string) => formatAmount(text, view.currency, locale);
	const words = [
		minAmount && !maxAmount ? `≥ ${amount(minAmount)}` : "",
		maxAmount && !minAmount ? `≤ ${amount(maxAmount)}` : "",
		minAmount && maxAmount ? `${amount(minAmount)} – ${amount(maxAmount)}` : "",
	].join("");
	const clear = {
		label: t("removeFilter", { name: t("amount") }),
		onClear: () => showView(movementViewPath(view, { minAmount: undefined, maxAmount: undefined })),
	};
	return (
		<FilterMenu label={t("amount")} {...(words ? { value: words, clear } : {})}>
			{(close) => <AmountForm key={`${minAmount} ${maxAmount}`} view={view} onDone={close} />}
		</FilterMenu>
	);
}

function AmountForm({ view, onDone }: { view: MovementView; onDone: () => void }) {
	const t = useTranslations("movements");
	const common = useTranslations("common");
	const [least, setLeast] = useState(view.query.minAmount ?? "");
	const [most, setMost] = useState(view.query.maxAmount ?? "");
	const [leastMinor, mostMinor] = [parseDecimal(least), parseDecimal(most)];
	const crossed = leastMinor !== null && mostMinor !== null && leastMinor > mostMinor;
	const apply = (event: FormEvent) => {
		event.preventDefault();
		if (crossed || isFault(least) || isFault(most)) return;
		onDone();
		showView(movementViewPath(view, { minAmount: least || undefined, maxAmount: most || undefined }));
	};
	const fault = (text: string) => (isFault(text) ? t("amountFault") : undefined);
	return (
		<form onSubmit={apply} className="grid gap-3">
			<Field label={t("minAmount")} error={fault(least)}>
				<AmountInput currency={view.currency} value={least} onValueChange={setLeast} className="tabular-nums" />
			</Field>
			<Field label={t("maxAmount")} error={crossed ? t("amountOrder") : fault(most)}>
				<AmountInput currency={view.currency} value={most} onValueChange={setMost} className="tabular-nums" />
			</Field>
			<Button type="submit" variant="primary">
				{common("apply")}
			</Button>
		</form>
	);
}

function isFault(text: string): boolean {
	return text !== "" && parseDecimal(text) === null;
}
