"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { AccountsForm } from "#components/settings/accounting/accounts-form.tsx";
import { SettingsSkeleton } from "#components/settings/settings-skeleton.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { journalAccountQueries } from "#lib/queries/statements.ts";

export function AccountingView({ mayManage }: { mayManage: boolean }) {
	const t = useTranslations("journalAccounts");
	const accounts = useQuery(journalAccountQueries.now());
	return (
		<section aria-label={t("title")} className="grid gap-4">
			<p className="max-w-[84ch] text-ink-2 text-sm">{t("lead")}</p>
			<ReadFault query={accounts} />
			{accounts.data ? (
				<AccountsForm accounts={accounts.data} mayManage={mayManage} />
			) : accounts.isPending ? (
				<SettingsSkeleton />
			) : null}
		</section>
	);
}
