"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { AccountRules } from "#components/settings/accounting/account-rules.tsx";
import { SettingsSkeleton } from "#components/settings/settings-skeleton.tsx";
import { useSaveRules } from "#components/settings/use-save-rules.ts";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { focusFault } from "#components/ui/fields/use-fault-focus.ts";
import { Card } from "#components/ui/page/card.tsx";
import { FormEnd } from "#components/ui/page/form-end.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import type { JournalAccounts } from "#lib/contracts/journal.ts";
import { changeJournalAccounts, journalAccountQueries } from "#lib/queries/statements.ts";
import { ACCOUNT_PATTERN, JOURNAL_PATTERN } from "#lib/statements/journal-codes.ts";

export function AccountingView() {
	const t = useTranslations("journalAccounts");
	const accounts = useQuery(journalAccountQueries.now());
	return (
		<section aria-label={t("title")} className="grid gap-4">
			<p className="max-w-[84ch] text-ink-2 text-sm">{t("lead")}</p>
			<ReadFault query={accounts} />
			{accounts.data ? (
				<AccountsForm key={JSON.stringify(accounts.data)} accounts={accounts.data} />
			) : accounts.isPending ? (
				<SettingsSkeleton />
			) : null}
		</section>
	);
}

const ACCOUNTS = ["journal", "wallet", "fees", "deposits", "payouts", "unmatched"] as const;

function isFit(name: (typeof ACCOUNTS)[number], code: string): boolean {
	return (name === "journal" ? JOURNAL_PATTERN : ACCOUNT_PATTERN).test(code);
}

function AccountsForm({ accounts }: { accounts: JournalAccounts }) {
	const t = useTranslations("journalAccounts");
	const [draft, setDraft] = useState(accounts);
	const reset = () => setDraft(accounts);
	const save = useSaveRules(changeJournalAccounts, { saved: t("saved"), reset, fields: [] });
	const isWhole =
		ACCOUNTS.every((name) => isFit(name, draft[name])) &&
		draft.rules.every(({ account }) => ACCOUNT_PATTERN.test(account));
	function submit(event: FormEvent) {
		event.preventDefault();
		if (!isWhole) focusFault(event.currentTarget);
		else if (!save.isPending) save.mutate(draft);
	}
	return (
		<Card>
			<form onSubmit={submit} onInput={save.onInput} noValidate className="grid gap-5">
				<div className="grid gap-4 sm:grid-cols-3">
					{ACCOUNTS.map((name) => (
						<Field
							key={name}
							label={t(name)}
							error={isFit(name, draft[name]) ? null : t(name === "journal" ? "journalFault" : "fault")}
						>
							<TextInput
								value={draft[name]}
								maxLength={20}
								onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
							/>
						</Field>
					))}
				</div>
				<AccountRules rules={draft.rules} onChange={(rules) => setDraft({ ...draft, rules: [...rules] })} />
				<FormEnd fault={save.fault} action={t("save")} busy={save.isPending} />
			</form>
		</Card>
	);
}
