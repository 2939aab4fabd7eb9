"use client";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";
import { Money } from "#components/ui/money.tsx";
import { BodyCell } from "#components/ui/table/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import { formatAmount } from "#lib/money.ts";

export function BalanceRows({ evidence }: { evidence: EvidenceView }) {
	const t = useTranslations("settlement.evidence");
	const { before, after, difference, others, rest } = evidence.balance;
	const { currency } = evidence;
	const reading = <Reading evidence={evidence} />;
	return (
		<>
			<BalanceRow label={t("before")} reading={before} currency={currency} missing={t("noReading")} />
			<BalanceRow label={t("after")} reading={after} currency={currency} missing={t("noReadingYet")} />
			{difference === null ? null : (
				<EvidenceRow
					label={t("difference")}
					detail={others.count === 0 ? reading : null}
					figure={<Signed amount={difference} currency={currency} />}
					strong={others.count === 0}
				/>
			)}
			{others.count === 0 ? null : (
				<>
					<EvidenceRow
						label={t("others")}
						detail={t("othersCount", { count: others.count })}
						figure={<Signed amount={others.effect} currency={currency} />}
					/>
					<EvidenceRow
						label={t("rest")}
						detail={reading}
						figure={<Signed amount={rest} currency={currency} />}
						strong
					/>
				</>
			)}
		</>
	);
}

interface ReadingProps {
	label: string;
	reading: EvidenceView["balance"]["before"];
	currency: string;
	missing: string;
}

function BalanceRow({ label, reading, currency, missing }: ReadingProps) {
	if (!reading) return <EvidenceRow label={label} detail={missing} figure="–" />;
	const figure = <Money amount={reading.balance} currency={currency} withCurrency={false} />;
	return <EvidenceRow label={label} detail={<Time at={reading.at} as="asOf" className="num" />} figure={figure} />;
}

function Reading({ evidence }: { evidence: EvidenceView }) {
	const t = useTranslations("settlement.evidence.reading");
	const locale = useLocale();
	const { reading, fee } = evidence.balance;
	return reading ? t(reading, { fee: fee ? formatAmount(fee, evidence.currency, locale) : "" }) : null;
}

function Signed({ amount, currency }: { amount: string | null; currency: string }) {
	if (amount === null) return "–";
	const sign = amount.startsWith("-") || amount === "0.00" ? "" : "+";
	return <Money amount={amount} currency={currency} withCurrency={false} sign={sign} />;
}

interface EvidenceRowProps {
	label: ReactNode;
	detail?: ReactNode;
	figure?: ReactNode;
	strong?: boolean;
}

export function EvidenceRow({ label, detail, figure, strong = false }: EvidenceRowProps) {
	return (
		<tr>
			<BodyCell className="w-[44%] max-[22rem]:wrap-anywhere max-sm:w-auto max-sm:[&>span]:whitespace-normal">
				{label}
				<span className="block text-ink-2 text-xs empty:hidden sm:hidden">{detail}</span>
			</BodyCell>
			<BodyCell wide className="text-ink-2">
				{detail}
			</BodyCell>
			<BodyCell numeric className={cx("whitespace-nowrap", strong && "font-[560]")}>
				{figure}
			</BodyCell>
		</tr>
	);
}
