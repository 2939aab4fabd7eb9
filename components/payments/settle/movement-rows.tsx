"use client";
import { useTranslations } from "next-intl";
import { EvidenceRow } from "#components/payments/settle/balance-rows.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import { movementDirection } from "#lib/movements/movements.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

export function MovementRows({ kind, evidence }: { kind: PaymentKind; evidence: EvidenceView }) {
	const t = useTranslations("settlement.evidence");
	const { verdict, items, count, near, from, to } = evidence.movements;
	const { others } = evidence.comparison;
	const nearMatches = (
		<>
			<NearRows kind={kind} label="other" near={{ items: others, count: others.length }} currency={evidence.currency} />
			<NearRows kind={kind} label="near" near={near} currency={evidence.currency} />
		</>
	);
	if (verdict === "none") {
		const window = t.rich("window", {
			from: () => <Time at={from} as="asOf" className="num" />,
			to: () => <Time at={to} as="asOf" className="num" />,
		});
		const none = (
			<Badge tone="neutral" icon="circle-slash" plain>
				{t("none")}
			</Badge>
		);
		return (
			<>
				<EvidenceRow label={none} detail={window} figure="–" />
				{nearMatches}
			</>
		);
	}
	const found = (
		<Badge tone="warning" icon="circle-question-mark" plain>
			{verdict === "one" ? t("one") : t("several", { count })}
		</Badge>
	);
	return (
		<>
			{items.map((item, index) => (
				<EvidenceRow
					key={item.id}
					label={index === 0 ? found : <span className="pl-5 text-ink-2 text-xs">{t("nth")}</span>}
					detail={
						<>
							{movementDirection(item.type) ? t(`type.${item.type}`) : item.type}
							{" · "}
							<Time at={item.createdAt} as="asOf" className="num" />
						</>
					}
					figure={
						<Money
							amount={item.amount}
							currency={evidence.currency}
							withCurrency={false}
							sign={kind === "payout" ? "−" : "+"}
						/>
					}
					strong
				/>
			))}
			{count > items.length ? <EvidenceRow label={t("more", { count: count - items.length })} /> : null}
			{nearMatches}
		</>
	);
}

interface NearRowsProps {
	kind: PaymentKind;
	label: "near" | "other";
	near: EvidenceView["movements"]["near"];
	currency: string;
}

/** Shows, in smaller type, unmatched lines that nearly fit: another amount at the payment's time, or its amount some days away. */
function NearRows({ kind, label, near: { items, count }, currency }: NearRowsProps) {
	const t = useTranslations("settlement.evidence");
	return (
		<>
			{items.map((item, index) => (
				<EvidenceRow
					key={item.id}
					label={<span className="text-ink-2 text-xs">{index === 0 ? t(label, { count }) : t("nth")}</span>}
					detail={<Time at={item.createdAt} as="moment" className="num" />}
					figure={
						<Money
							amount={item.amount}
							currency={currency}
							withCurrency={false}
							sign={kind === "payout" ? "−" : "+"}
							className="text-ink-2"
						/>
					}
				/>
			))}
			{count > items.length ? <EvidenceRow label={t("more", { count: count - items.length })} /> : null}
		</>
	);
}
