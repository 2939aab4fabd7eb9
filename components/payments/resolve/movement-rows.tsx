"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { EvidenceRow } from "#components/payments/resolve/balance-rows.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import { movementDirection } from "#lib/movements/movements.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

export function MovementRows({ kind, evidence }: { kind: PaymentKind; evidence: EvidenceView }) {
	const t = useTranslations("settlement.evidence");
	const { verdict, count, near, from, to } = evidence.movements;
	const { others } = evidence.comparison;
	const shown = { kind, currency: evidence.currency };
	const otherLines = { items: others, count: others.length };
	return (
		<>
			{verdict === "none" ? (
				<EvidenceRow
					label={
						<Badge tone="neutral" icon="circle-slash" plain>
							{t("none")}
						</Badge>
					}
					detail={t.rich("window", {
						from: () => <Time at={from} as="asOf" className="num" />,
						to: () => <Time at={to} as="asOf" className="num" />,
					})}
					figure="–"
				/>
			) : (
				<LineRows {...shown} lines={evidence.movements} isMatch>
					<Badge tone="warning" icon="circle-question-mark" plain>
						{verdict === "one" ? t("one") : t("several", { count })}
					</Badge>
				</LineRows>
			)}
			<LineRows {...shown} lines={otherLines}>
				{t("other", { count: others.length })}
			</LineRows>
			<LineRows {...shown} lines={near}>
				{t("near", { count: near.count })}
			</LineRows>
		</>
	);
}

interface LineRowsProps {
	kind: PaymentKind;
	currency: string;
	lines: EvidenceView["movements"]["near"];
	/** False for unmatched lines that nearly fit (another amount at the payment's time, or its amount some days away): in smaller type. */
	isMatch?: boolean;
	/** The label of the first line. */
	children: ReactNode;
}

function LineRows({ kind, currency, lines: { items, count }, isMatch = false, children }: LineRowsProps) {
	const t = useTranslations("settlement.evidence");
	return (
		<>
			{items.map(({ id, type, amount, createdAt }, index) => (
				<EvidenceRow
					key={id}
					label={
						isMatch && index === 0 ? (
							children
						) : (
							<span className={cx("text-ink-2 text-xs", isMatch && "pl-5")}>{index === 0 ? children : t("nth")}</span>
						)
					}
					detail={
						<>
							{isMatch ? `${movementDirection(type) ? t(`type.${type}`) : type} · ` : null}
							<Time at={createdAt} as={isMatch ? "asOf" : "moment"} className="num" />
						</>
					}
					figure={
						<Money
							amount={amount}
							currency={currency}
							withCurrency={false}
							sign={kind === "payout" ? "−" : "+"}
							className={isMatch ? undefined : "text-ink-2"}
						/>
					}
					strong={isMatch}
				/>
			))}
			{count > items.length ? <EvidenceRow label={t("more", { count: count - items.length })} /> : null}
		</>
	);
}
