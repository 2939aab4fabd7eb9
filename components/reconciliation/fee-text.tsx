"use client";
import { useTranslations } from "next-intl";
import type { FeeRule } from "#lib/contracts/reconciliation.ts";

/** In words, how fees and types without a sign count. `unsigned`: types that the rule gives no sign. */
export function FeeText({ rule, unsigned = [] }: { rule: FeeRule; unsigned?: readonly string[] }) {
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
