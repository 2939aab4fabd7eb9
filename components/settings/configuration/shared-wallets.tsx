"use client";
/** Which wallets other systems use too: what they take is no reason to hold payouts that do not fit. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { changeSharedWallet, walletWitnessQueries } from "#lib/queries/wallet-witness.ts";

export function SharedWallets({ mayManage }: { mayManage: boolean }) {
	const t = useTranslations("settings.witness");
	const errorText = useErrorText();
	const client = useQueryClient();
	const query = useQuery(walletWitnessQueries.now());
	const change = useMutation({
		mutationFn: changeSharedWallet,
		onSuccess: () => toast(t("sharedSaved")),
		onSettled: () => client.invalidateQueries({ queryKey: walletWitnessQueries.all }),
	});
	if (!query.data) return null;
	return (
		<section className="md:col-span-2">
			<SectionTitle>{t("shared")}</SectionTitle>
			<p className="mb-3 max-w-[64ch] text-ink-2 text-xs">{t("sharedHint")}</p>
			<div className="grid gap-2">
				{query.data.shared.map(({ currency, shared }) => (
					<Checkbox
						key={currency}
						label={t("sharedLabel", { currency })}
						checked={shared}
						disabled={!mayManage || change.isPending}
						onChange={(event) => change.mutate({ currency, shared: event.target.checked })}
					/>
				))}
			</div>
			{change.isError ? <p className="mt-2 text-danger text-sm">{errorText(change.error)}</p> : null}
		</section>
	);
}
