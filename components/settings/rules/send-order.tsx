"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { PayoutRules } from "#lib/contracts/payout-rule.ts";
import { changeSendOrder, payoutRuleQueries } from "#lib/queries/payout-rules.ts";

/** The order in which payouts leave while a wallet's balance does not suffice for all. */
export function SendOrder({ rules, mayManage }: { rules: PayoutRules; mayManage: boolean }) {
	const t = useTranslations("settings.rules");
	const errorText = useErrorText();
	const client = useQueryClient();
	const title = useId();
	const save = useMutation({
		mutationFn: changeSendOrder,
		onSuccess: () => toast(t("orderSaved")),
		onSettled: () => client.invalidateQueries({ queryKey: payoutRuleQueries.all }),
	});
	return (
		<Card aria-labelledby={title}>
			<h2 id={title} className="font-semibold text-md">
				{t("orderTitle")}
			</h2>
			<p className="mb-3 text-ink-2 text-xs">{t("orderHint")}</p>
			<div className="grid gap-2">
				{rules.items.map(({ currency }) => (
					<Checkbox
						key={currency}
						label={t("orderLabel", { currency })}
						checked={rules.smallerFirst.includes(currency)}
						disabled={!mayManage || save.isPending}
						onChange={(event) => save.mutate({ currency, smallerFirst: event.target.checked })}
					/>
				))}
			</div>
			{save.isError ? <p className="mt-2 text-danger text-sm">{errorText(save.error)}</p> : null}
		</Card>
	);
}
