"use client";
import { useTranslations } from "next-intl";
import type { Reading } from "#lib/contracts/reconciliation.ts";

export function FeeText({ reading }: { reading: Reading }) {
	const t = useTranslations("reconciliation.fees");
	const unknown = reading.types.filter(({ effect }) => effect === "unknown" || effect === "none");
	const known = reading.types.filter(({ effect }) => effect === "in" || effect === "out");
	return (
		<p className="text-xs">
			{t("payouts", { reading: reading.withdrawal })} {t("deposits", { reading: reading.deposit })}{" "}
			{reading.tested > 0 ? t("support", { agreeing: reading.agreeing, tested: reading.tested }) : null}
			{known.map(({ type, effect }) => (
				<span key={type}> {t("type", { type, effect })}</span>
			))}
			{unknown.map(({ type }) => (
				<span key={type}> {t("typeUnknown", { type })}</span>
			))}
		</p>
	);
}
