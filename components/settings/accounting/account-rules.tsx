"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Field } from "#components/ui/fields/field.tsx";
import { Options } from "#components/ui/fields/options.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import type { JournalAccounts } from "#lib/contracts/journal.ts";
import { operatorLabel } from "#lib/operator-options.ts";
import { operatorQueries } from "#lib/queries/operators.ts";
import { ACCOUNT_PATTERN } from "#lib/statements/journal-codes.ts";

type Rules = JournalAccounts["rules"];

interface AccountRulesProps {
	rules: Rules;
	onChange: (rules: Rules) => void;
}

const NEW_RULE: Rules[number] = { kind: "payout", operator: null, purpose: null, account: "" };

const COLUMNS = "grid items-center gap-x-2 gap-y-3 sm:grid-cols-2 lg:grid-cols-[9rem_1fr_1fr_8rem_10.5rem]";

/** Edits the rules that choose an account, in the order in which the export tries them. */
export function AccountRules({ rules, onChange }: AccountRulesProps) {
	const t = useTranslations("journalAccounts");
	const change = (place: number, part: Partial<Rules[number]>) =>
		onChange(rules.map((rule, index) => (index === place ? { ...rule, ...part } : rule)));
	return (
		<fieldset className="grid gap-3">
			<legend className="mb-1 font-[580] text-sm">{t("rules")}</legend>
			<p className="text-ink-2 text-xs">{t("rulesWhy")}</p>
			{rules.length > 0 ? <Headings /> : null}
			{rules.map((rule, place) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the order
				<div key={place} className={cx(COLUMNS, "max-lg:rounded-lg max-lg:border max-lg:border-line max-lg:p-3.5")}>
					<RuleField label={t("kind")}>
						<Select
							value={rule.kind}
							onChange={(event) => change(place, { kind: event.target.value as "deposit" | "payout" })}
						>
							<option value="deposit">{t("deposit")}</option>
							<option value="payout">{t("payout")}</option>
						</Select>
					</RuleField>
					<RuleField label={t("operator")}>
						<OperatorSelect code={rule.operator} onChange={(operator) => change(place, { operator })} />
					</RuleField>
					<RuleField label={t("purpose")}>
						<TextInput
							value={rule.purpose ?? ""}
							onChange={(event) => change(place, { purpose: event.target.value || null })}
						/>
					</RuleField>
					<RuleField label={t("account")} error={ACCOUNT_PATTERN.test(rule.account) ? null : t("fault")}>
						<TextInput value={rule.account} onChange={(event) => change(place, { account: event.target.value })} />
					</RuleField>
					<div className="sm:max-lg:col-span-2">
						<Button onClick={() => onChange(rules.filter((_, index) => index !== place))}>
							{t("remove")}
							<span className="sr-only">{` ${place + 1}`}</span>
						</Button>
					</div>
				</div>
			))}
			<div>
				<Button onClick={() => onChange([...rules, NEW_RULE])}>{t("add")}</Button>
			</div>
		</fieldset>
	);
}

function Headings() {
	const t = useTranslations("journalAccounts");
	return (
		<div aria-hidden className={cx(COLUMNS, "-mb-2 font-[530] text-[0.8125rem] max-lg:hidden")}>
			{(["kind", "operator", "purpose", "account"] as const).map((name) => (
				<span key={name}>{t(name)}</span>
			))}
		</div>
	);
}

function RuleField(props: { label: string; error?: string | null; children: ReactNode }) {
	const { label, error = null, children } = props;
	return (
		<Field label={<span className="lg:sr-only">{label}</span>} error={error} className="lg:gap-0">
			{children}
		</Field>
	);
}

interface OperatorSelectProps {
	code: string | null;
	onChange: (code: string | null) => void;
}

/** If no operator has this code, offers the code itself, so that an admin sees and replaces it. */
function OperatorSelect({ code, onChange }: OperatorSelectProps) {
	const t = useTranslations("journalAccounts");
	const { data } = useQuery(operatorQueries.list());
	const isUnknown = code !== null && !data?.items.some((operator) => operator.code === code);
	return (
		<Select value={code ?? ""} onChange={(event) => onChange(event.target.value || null)}>
			<option value="">{t("anyOperator")}</option>
			{isUnknown ? <option value={code}>{data ? code : "…"}</option> : null}
			<Options of={(data?.items ?? []).map((operator) => [operator.code, operatorLabel(operator)])} />
		</Select>
	);
}
