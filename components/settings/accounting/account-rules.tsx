"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { Icon } from "#components/ui/icon.tsx";
import type { JournalAccounts } from "#lib/contracts/journal.ts";
import { operatorLabel } from "#lib/operators.ts";
import { operatorQueries } from "#lib/queries/operators.ts";

type Rules = JournalAccounts["rules"];

interface AccountRulesProps {
	rules: Rules;
	mayManage: boolean;
	onChange: (rules: Rules) => void;
}

const NEW_RULE: Rules[number] = { kind: "payout", operator: null, purpose: null, account: "" };

/** In the order in which they are tried. */
export function AccountRules({ rules, mayManage, onChange }: AccountRulesProps) {
	const t = useTranslations("journalAccounts");
	const change = (place: number, part: Partial<Rules[number]>) =>
		onChange(rules.map((rule, index) => (index === place ? { ...rule, ...part } : rule)));
	return (
		<fieldset disabled={!mayManage} className="grid gap-3">
			<legend className="mb-1 font-[580] text-sm">{t("rules")}</legend>
			<p className="text-ink-2 text-xs">{t("rulesWhy")}</p>
			{rules.map((rule, place) => (
				// Rules have no identity but their place.
				// biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the order
				<div key={place} className="grid items-center gap-2 lg:grid-cols-[9rem_1fr_1fr_8rem_auto]">
					<Select
						aria-label={t("kind")}
						value={rule.kind}
						onChange={(event) => change(place, { kind: event.target.value as "deposit" | "payout" })}
					>
						<option value="deposit">{t("deposit")}</option>
						<option value="payout">{t("payout")}</option>
					</Select>
					<OperatorSelect code={rule.operator} onChange={(operator) => change(place, { operator })} />
					<TextInput
						aria-label={t("purpose")}
						placeholder={t("purpose")}
						value={rule.purpose ?? ""}
						onChange={(event) => change(place, { purpose: event.target.value || null })}
					/>
					<TextInput
						aria-label={t("account")}
						placeholder={t("account")}
						value={rule.account}
						onChange={(event) => change(place, { account: event.target.value })}
					/>
					<Button
						aria-label={t("remove", { n: place + 1 })}
						onClick={() => onChange(rules.filter((_, index) => index !== place))}
					>
						<Icon name="x" />
					</Button>
				</div>
			))}
			{mayManage ? (
				<div>
					<Button onClick={() => onChange([...rules, NEW_RULE])}>{t("add")}</Button>
				</div>
			) : null}
		</fieldset>
	);
}

interface OperatorSelectProps {
	code: string | null;
	onChange: (code: string | null) => void;
}

/** A code without an operator here is shown as it is, so that it can be replaced. */
function OperatorSelect({ code, onChange }: OperatorSelectProps) {
	const t = useTranslations("journalAccounts");
	const { data } = useQuery(operatorQueries.list());
	const isUnknown = code !== null && !data?.items.some((operator) => operator.code === code);
	return (
		<Select aria-label={t("operator")} value={code ?? ""} onChange={(event) => onChange(event.target.value || null)}>
			<option value="">{t("anyOperator")}</option>
			{isUnknown ? <option value={code}>{data ? code : "…"}</option> : null}
			{data?.items.map((operator) => (
				<option key={operator.code} value={operator.code}>
					{operatorLabel(operator)}
				</option>
			))}
		</Select>
	);
}
