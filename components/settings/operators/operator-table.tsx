"use client";
import { useLocale, useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { Operator } from "#lib/contracts/operator.ts";
import { countryName } from "#lib/countries.ts";

interface OperatorTableProps {
	operators: readonly Operator[];
	wallets: readonly string[];
	onOpen: (operator: Operator) => void;
}

export function OperatorTable({ operators, wallets, onOpen }: OperatorTableProps) {
	const t = useTranslations("operators");
	const locale = useLocale();
	return (
		<DataTable
			caption={t("caption")}
			rows={operators}
			keyOf={({ code }) => code}
			columns={[
				{
					head: t("name"),
					headClassName: "max-sm:w-full",
					className: "sm:whitespace-nowrap",
					of: ({ name, code, country, currency }) => (
						<>
							<span className="font-[520]">{name}</span>
							<span className="code block text-ink-2">{code}</span>
							<span className="block text-ink-2 text-xs sm:hidden">
								{countryName(country, locale)} · {currency}
							</span>
						</>
					),
				},
				{
					head: t("country"),
					wide: true,
					of: ({ country, currency }) => (
						<>
							{countryName(country, locale)} <span className="text-ink-2 text-xs">{currency}</span>
						</>
					),
				},
				{
					head: t("flow"),
					wide: true,
					headClassName: "max-md:hidden",
					className: "text-ink-2 max-md:hidden",
					of: ({ flow }) => t(`flows.${flow}`),
				},
				{
					head: t("dialCode"),
					wide: true,
					headClassName: "max-lg:hidden",
					className: "max-lg:hidden",
					of: ({ dialCode }) =>
						dialCode ? <span className="code">{dialCode}</span> : <span className="text-ink-3">–</span>,
				},
				{
					head: t("window"),
					numeric: true,
					wide: true,
					headClassName: "max-md:hidden",
					className: "text-ink-2 max-md:hidden",
					of: ({ windowMinutes }) => t("minutes", { count: windowMinutes }),
				},
				{
					head: t("use"),
					of: ({ enabled, currency }) => <UseBadge isEnabled={enabled} hasWallet={wallets.includes(currency)} />,
				},
				{
					head: t("actions"),
					isHeadHidden: true,
					className: "text-right",
					of: (operator) => (
						<Button
							size="sm"
							onClick={() => onOpen(operator)}
							aria-label={t("changeOf", { name: operator.name, country: countryName(operator.country, locale) })}
						>
							{t("change")}
						</Button>
					),
				},
			]}
		/>
	);
}

function UseBadge({ isEnabled, hasWallet }: { isEnabled: boolean; hasWallet: boolean }) {
	const t = useTranslations("operators");
	const [tone, icon, text] = !isEnabled
		? (["neutral", "circle-slash", "off"] as const)
		: hasWallet
			? (["positive", "check", "on"] as const)
			: (["neutral", "wallet-minimal", "noWallet"] as const);
	return (
		<Badge tone={tone} icon={icon} plain>
			{t(text)}
		</Badge>
	);
}
