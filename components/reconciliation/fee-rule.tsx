"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Options } from "#components/ui/fields/options.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { FaultNotice } from "#components/ui/page/fault-notice.tsx";
import { FormEnd } from "#components/ui/page/form-end.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import type { Reconciliation, FeeRule as Rule } from "#lib/contracts/reconciliation.ts";
import { keepFeeRule } from "#lib/queries/reconciliation.ts";

interface FeeRuleProps {
	data: Pick<Reconciliation, "currency" | "feeRule" | "feeProposal" | "current" | "days">;
	mayManage: boolean;
}

export function FeeRule({ data, mayManage }: FeeRuleProps) {
	const { currency, feeRule, feeProposal, current, days } = data;
	const t = useTranslations("reconciliation.fees");
	const errorText = useErrorText();
	const keep = useRefetchingMutation({
		mutationFn: (rule: Rule) => keepFeeRule({ currency, rule, seen: feeRule }),
		onSuccess: () => toast(t("kept")),
	});
	const unsigned = [...new Set([current, ...days].flatMap((each) => each?.unsigned ?? []))];
	return (
		<section aria-label={t("title")} className="mb-8 grid gap-3 text-ink-2 text-sm">
			<FeeText rule={feeRule} unsigned={unsigned} />
			{feeProposal ? (
				<Notice
					tone="accent"
					title={t("proposal", { agreeing: feeProposal.agreeing, tested: feeProposal.tested })}
					action={
						mayManage ? (
							<Button busy={keep.isPending} onClick={() => keep.mutate(feeProposal.rule)}>
								{t("keep")}
							</Button>
						) : null
					}
				>
					<FeeText rule={feeProposal.rule} />
				</Notice>
			) : null}
			{mayManage ? (
				<details>
					<summary className="cursor-pointer text-xs">{t("change")}</summary>
					<FeeFields
						key={JSON.stringify(feeRule)}
						rule={feeRule}
						unsigned={unsigned}
						busy={keep.isPending}
						onSave={keep.mutate}
					/>
				</details>
			) : null}
			<FaultNotice>{keep.isError ? errorText(keep.error) : null}</FaultNotice>
		</section>
	);
}

interface FeeFieldsProps {
	rule: Rule;
	unsigned: readonly string[];
	busy: boolean;
	onSave: (rule: Rule) => void;
}

/** Saves only by its button: arrow keys change a closed select. */
function FeeFields({ rule: saved, unsigned, busy, onSave }: FeeFieldsProps) {
	const t = useTranslations("reconciliation.fees");
	const common = useTranslations("common");
	const [rule, change] = useState(saved);
	const types = [...new Set([...rule.types.map(({ type }) => type), ...unsigned])];
	const effectOf = (name: string) => rule.types.find(({ type }) => type === name)?.effect ?? "none";
	const withEffect = (name: string, effect: string): Rule => {
		const others = rule.types.filter(({ type }) => type !== name);
		return effect === "in" || effect === "out"
			? { ...rule, types: [...others, { type: name, effect }] }
			: { ...rule, types: others };
	};
	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				if (!busy) onSave(rule);
			}}
			className="mt-3 grid max-w-xl gap-3 sm:grid-cols-2"
		>
			{(["withdrawal", "deposit"] as const).map((kind) => (
				<Field key={kind} label={t(`of.${kind}`)}>
					<Select
						value={rule[kind]}
						onChange={({ target }) => change({ ...rule, [kind]: target.value === "inside" ? "inside" : "beside" })}
					>
						<option value="beside">{t(`sides.${kind}`)}</option>
						<option value="inside">{t("sides.inside")}</option>
					</Select>
				</Field>
			))}
			{types.map((type) => (
				<Field key={type} label={t("ofType", { type })}>
					<Select value={effectOf(type)} onChange={({ target }) => change(withEffect(type, target.value))}>
						<Options of={(["none", "in", "out"] as const).map((effect) => [effect, t(`effects.${effect}`)])} />
					</Select>
				</Field>
			))}
			<FormEnd fault={null} action={common("save")} busy={busy} />
		</form>
	);
}

/** `unsigned`: movement types whose direction, in or out, the rule does not tell. */
export function FeeText({ rule, unsigned = [] }: { rule: Rule; unsigned?: readonly string[] }) {
	const t = useTranslations("reconciliation.fees");
	return (
		<p className="text-xs">
			{t("payouts", { side: rule.withdrawal })} {t("deposits", { side: rule.deposit })}
			{rule.types.map(({ type, effect }) => (
				<span key={type}> {t("type", { type, effect })}</span>
			))}
			{unsigned.map((type) => (
				<span key={type}> {t("typeUnknown", { type })}</span>
			))}
		</p>
	);
}
