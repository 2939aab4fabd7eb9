"use client";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useSaveRules } from "#components/settings/use-save-rules.ts";
import { AmountInput } from "#components/ui/fields/amount-input.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { FormEnd } from "#components/ui/page/form-end.tsx";
import { TitledCard } from "#components/ui/page/titled-card.tsx";
import { Time } from "#components/ui/time.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { AmountField, PayoutRule, PayoutRuleChange } from "#lib/contracts/payout-rule.ts";
import { parseDecimal, toDecimal } from "#lib/money.ts";
import { changePayoutRule } from "#lib/queries/payout-rules.ts";
import { typedText } from "#lib/text/typed-text.ts";

/** A rule's amounts as typed. An empty field means that the rule does not have this amount. */
type RuleDraft = Record<AmountField, string>;

export function RuleForm({ rule }: { rule: PayoutRule }) {
	const t = useTranslations("settings.rules");
	const [draft, setDraft] = useState(() => draftOfRule(rule));
	const save = useSaveRules(() => changePayoutRule(rule.currency, changeOf(draft, rule.version)), {
		saved: t("saved", { currency: rule.currency }),
		reset: () => setDraft(draftOfRule(rule)),
		fields: Object.keys(draft),
	});
	const set = (field: AmountField) => (text: string) => setDraft((now) => ({ ...now, [field]: text }));
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (!save.isPending) save.mutate();
	}
	const shared = { draft, set, rule, faults: save.faults };
	return (
		<TitledCard
			title={t("of", { currency: rule.currency })}
			hint={
				rule.changedAt
					? t.rich("changed", {
							name: rule.changedBy ?? "–",
							at: () => <Time at={rule.changedAt ?? ""} as="asOf" className="tabular-nums" />,
						})
					: t("untouched")
			}
		>
			<form onSubmit={submit} onInput={save.onInput} noValidate className="grid gap-x-8 gap-y-5 md:grid-cols-2">
				<fieldset className="grid content-start gap-4">
					<legend className="mb-2.5 font-[580] text-sm">{t("limits")}</legend>
					<RuleField {...shared} field="perPayment" placeholder={t("noLimit")} />
					<RuleField {...shared} field="perPersonDay" placeholder={t("noLimit")} hint={t("perPersonDayHint")} />
					<RuleField
						{...shared}
						field="perDestinationDay"
						placeholder={t("noLimit")}
						hint={t("perDestinationDayHint")}
					/>
				</fieldset>
				<fieldset className="grid content-start gap-4">
					<legend className="mb-2.5 font-[580] text-sm">{t("approvals")}</legend>
					<RuleField {...shared} field="noApproverUpTo" placeholder={t("never")} hint={t("noApproverHint")} />
					<RuleField {...shared} field="oneApproverUpTo" placeholder={t("always")} hint={t("oneApproverHint")} />
					<RuleTiers draft={draft} currency={rule.currency} />
				</fieldset>
				<FormEnd
					fault={save.fault}
					action={t("save")}
					label={t("saveOf", { currency: rule.currency })}
					busy={save.isPending}
				/>
			</form>
		</TitledCard>
	);
}

interface RuleFieldProps {
	field: AmountField;
	draft: RuleDraft;
	set: (field: AmountField) => (text: string) => void;
	rule: PayoutRule;
	faults: Readonly<Record<string, string>>;
	placeholder: string;
	hint?: string;
}

function RuleField({ field, draft, set, rule, faults, placeholder, hint }: RuleFieldProps) {
	const t = useTranslations("settings.rules");
	const fault = faults[field];
	const key = `fault.${fault}`;
	return (
		<Field label={t(field)} hint={hint} error={fault ? (t.has(key) ? t(key) : t("fault.not_a_number")) : null}>
			<AmountInput
				currency={rule.currency}
				value={draft[field]}
				onValueChange={set(field)}
				placeholder={placeholder}
				className="[&>input]:tabular-nums"
			/>
		</Field>
	);
}

function RuleTiers({ draft, currency }: { draft: RuleDraft; currency: string }) {
	const t = useTranslations("settings.rules");
	const locale = useLocale();
	const none = parseDecimal(draft.noApproverUpTo || "0");
	const one = draft.oneApproverUpTo === "" ? null : parseDecimal(draft.oneApproverUpTo);
	if (none === null || (one === null && draft.oneApproverUpTo !== "") || (one !== null && one < none)) return null;
	const money = (minor: bigint) => ({ amount: moneyText(toDecimal(minor), currency, locale) });
	const lines = [
		...(none > 0n ? [t("tierNone", money(none))] : []),
		...(one !== null && one > none ? [t("tierOne", money(one))] : []),
		one === null
			? none > 0n
				? t("tierOneAbove")
				: t("tierOneAll")
			: one > 0n || none > 0n
				? t("tierTwo")
				: t("tierTwoAll"),
	];
	return (
		<div aria-live="polite" className="border-line border-l-[3px] pl-3 text-sm">
			<p className="text-ink-2 text-xs">{t("tiers")}</p>
			<ul>
				{lines.map((line) => (
					<li key={line}>{line}</li>
				))}
			</ul>
		</div>
	);
}

function draftOfRule(rule: PayoutRule): RuleDraft {
	const text = (amount: string | null) => (amount ?? "").replace(/\.00$/, "");
	return {
		perPayment: text(rule.perPayment),
		perPersonDay: text(rule.perPersonDay),
		perDestinationDay: text(rule.perDestinationDay),
		noApproverUpTo: rule.noApproverUpTo === "0.00" ? "" : text(rule.noApproverUpTo),
		oneApproverUpTo: text(rule.oneApproverUpTo),
	};
}

function changeOf(draft: RuleDraft, version: number): PayoutRuleChange {
	const amount = (typed: string) => typedText(typed).replace(/\.$/, "") || null;
	const amounts = Object.entries(draft).map(([field, typed]) => [field, amount(typed)]);
	return { version, ...(Object.fromEntries(amounts) as Record<AmountField, string | null>) };
}
