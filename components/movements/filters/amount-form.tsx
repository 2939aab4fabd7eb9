"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { AmountInput } from "#components/ui/fields/amount-input.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { isAmountBound, parseDecimal } from "#lib/money.ts";
import { type MovementView, movementViewPath } from "#lib/movements/movement-view.ts";

export default function AmountForm({ view, onDone }: { view: MovementView; onDone: () => void }) {
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
	return text !== "" && !isAmountBound(text);
}
