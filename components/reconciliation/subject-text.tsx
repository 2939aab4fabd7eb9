"use client";
import { useTranslations } from "next-intl";
import { WithdrawnText } from "#components/movements/movement-type.tsx";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Decided, ReconciledLine, ReconciledPayment } from "#lib/contracts/reconciliation.ts";
import { isNamedType, movementSign } from "#lib/movements/movements.ts";
import { maskPhone } from "#lib/phone.ts";

export function LineText({
	line,
	currency,
}: {
	line: Omit<ReconciledLine, "first" | "asked" | "imported">;
	currency: string;
}) {
	const t = useTranslations("reconciliation");
	const types = useTranslations("movements.types");
	const figure = line.withdrawnAt === null ? "font-[580] text-ink" : "font-[580] text-ink-2 line-through";
	return (
		<span className="min-w-0">
			<Money amount={line.amount} currency={currency} sign={movementSign(line.type)} className={figure} />{" "}
			<span className="text-ink-2 text-xs">
				{isNamedType(line.type) ? types(line.type) : line.type}
				{line.fee === "0.00" ? null : (
					<>
						{" "}
						· {t.rich("feeOf", { amount: () => <Money amount={line.fee} currency={currency} withCurrency={false} /> })}
					</>
				)}
				{" · "}
				<Time at={line.createdAt} as="moment" className="in-sentence whitespace-nowrap" />
			</span>
			<WithdrawnText line={line} />
		</span>
	);
}

export function PaymentText({ payment, currency }: { payment: ReconciledPayment; currency: string }) {
	const t = useTranslations("reconciliation");
	const states = useTranslations("states");
	const at = payment.processedAt ?? payment.sentAt;
	return (
		<span className="min-w-0">
			<DeskLink href={`/${payment.kind}s/${encodeURIComponent(payment.id)}`} className="font-[530] link">
				{t(`the.${payment.kind}`)} <Money amount={payment.amount} currency={currency} />
			</DeskLink>{" "}
			<span className="wrap-anywhere text-ink-2 text-xs">
				{payment.note ?? maskPhone(payment.phoneNumber)} · {payment.operatorName} ·{" "}
				{states(`${payment.kind}.${payment.state}`)}
				{at ? (
					<>
						{" · "}
						<Time at={at} as="moment" className="in-sentence whitespace-nowrap" />
					</>
				) : null}
			</span>
		</span>
	);
}

export function DecisionText({ lead, verdict, reference, reason, by, at }: Decided["decision"] & { lead?: string }) {
	const t = useTranslations("reconciliation.verdicts");
	return (
		<p className="wrap-anywhere text-ink-2 text-xs">
			{lead} <strong className="font-[550] text-ink">{t(verdict)}</strong>
			{reference ? ` · ${reference}` : null} · {reason} · {by}, <Time at={at} as="momentShort" />
		</p>
	);
}
