"use client";
import { useLocale, useTranslations } from "next-intl";
import type { RuleDraft } from "#components/settings/rules/rule-draft.ts";
import { parseDecimal, toDecimal } from "#lib/money.ts";
import { moneyText } from "#lib/money-text.ts";

/** The approvals of a rule once more in words, as they would count; nothing while an amount cannot be read. */
export function RuleTiers({ draft, currency }: { draft: RuleDraft; currency: string }) {
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
