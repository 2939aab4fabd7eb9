"use client";
import { useLocale, useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Heads } from "#components/ui/table/heads.tsx";
import { BodyCell, Table } from "#components/ui/table/table.tsx";
import type { Operator } from "#lib/contracts/operator.ts";
import { countryName } from "#lib/countries.ts";

interface OperatorTableProps {
	operators: readonly Operator[];
	wallets: readonly string[];
	onOpen: (operator: Operator) => void;
}

export function OperatorTable({ operators, wallets, onOpen }: OperatorTableProps) {
	const t = useTranslations("operators");
	return (
		<Table caption={t("caption")}>
			<Heads
				of={[
					[t("name"), { className: "max-sm:w-full" }],
					[t("country"), { wide: true }],
					[t("flow"), { wide: true, className: "max-md:hidden" }],
					[t("dialCode"), { wide: true, className: "max-lg:hidden" }],
					[t("window"), { numeric: true, wide: true, className: "max-md:hidden" }],
					[t("use")],
					[t("actions"), { isHidden: true }],
				]}
			/>
			<tbody>
				{operators.map((operator) => (
					<OperatorRow
						key={operator.code}
						operator={operator}
						hasWallet={wallets.includes(operator.currency)}
						onOpen={onOpen}
					/>
				))}
			</tbody>
		</Table>
	);
}

interface OperatorRowProps {
	operator: Operator;
	hasWallet: boolean;
	onOpen: (operator: Operator) => void;
}

function OperatorRow({ operator, hasWallet, onOpen }: OperatorRowProps) {
	const t = useTranslations("operators");
	const locale = useLocale();
	return (
		<tr>
			<BodyCell className="sm:whitespace-nowrap">
				<span className="font-[520]">{operator.name}</span>
				<span className="code block text-ink-2">{operator.code}</span>
				<span className="block text-ink-2 text-xs sm:hidden">
					{countryName(operator.country, locale)} · {operator.currency}
				</span>
			</BodyCell>
			<BodyCell wide>
				{countryName(operator.country, locale)} <span className="text-ink-2 text-xs">{operator.currency}</span>
			</BodyCell>
			<BodyCell wide className="text-ink-2 max-md:hidden">
				{t(`flows.${operator.flow}`)}
			</BodyCell>
			<BodyCell wide className="max-lg:hidden">
				{operator.dialCode ? <span className="code">{operator.dialCode}</span> : <span className="text-ink-3">–</span>}
			</BodyCell>
			<BodyCell numeric wide className="text-ink-2 max-md:hidden">
				{t("minutes", { count: operator.windowMinutes })}
			</BodyCell>
			<BodyCell>
				<UseBadge isEnabled={operator.enabled} hasWallet={hasWallet} />
			</BodyCell>
			<BodyCell className="text-right">
				<Button
					size="sm"
					onClick={() => onOpen(operator)}
					aria-label={t("changeOf", { name: operator.name, country: countryName(operator.country, locale) })}
				>
					{t("change")}
				</Button>
			</BodyCell>
		</tr>
	);
}

function UseBadge({ isEnabled, hasWallet }: { isEnabled: boolean; hasWallet: boolean }) {
	const t = useTranslations("operators");
	if (!isEnabled) {
		return (
			<Badge tone="neutral" icon="circle-slash" plain>
				{t("off")}
			</Badge>
		);
	}
	return hasWallet ? (
		<Badge tone="positive" icon="check" plain>
			{t("on")}
		</Badge>
	) : (
		<Badge tone="neutral" icon="wallet-minimal" plain>
			{t("noWallet")}
		</Badge>
	);
}
