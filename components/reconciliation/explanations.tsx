"use client";
import { useTranslations } from "next-intl";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Money } from "#components/ui/money.tsx";
import type { ExplanationPart, Stretch } from "#lib/contracts/reconciliation.ts";
import { minorOf } from "#lib/money.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

/** Shows the lines and payments that may explain the unmatched amount of a proof, for people to compare. */
export function Explanations({ stretch, currency }: { stretch: Stretch; currency: string }) {
	const t = useTranslations("reconciliation");
	const { explanations, gap, status, unreadable = 0 } = stretch;
	const amounts = explanations.map(({ amount }) => amount);
	const feeText = (fee: string) => t.rich("parts.ofFee", { amount: () => <Money amount={fee} currency={currency} /> });
	const isExact = gap !== null && (amounts.includes(gap) || sumOf(amounts) === minorOf(gap));
	return (
		<div>
			<p className="font-[530] text-ink">
				{explanations.length === 0 ? t("nothingExplains") : isExact ? t("couldExplain") : t("nearest")}
			</p>
			{status === "cut" ? <p>{t("cutExplains")}</p> : null}
			{unreadable > 0 ? <p>{t("unreadableExplains", { count: unreadable })}</p> : null}
			<ul className="mt-1 grid gap-1">
				{explanations.map((part) => (
					<li
						key={[part.kind, ...part.lineIds, ...part.paymentIds].join(" ")}
						className="border-line-strong border-l-2 pl-3"
					>
						<Money amount={part.amount} currency={currency} className="font-[530] text-ink" /> ·{" "}
						<PartName part={part} />
						{part.fee !== null && part.fee !== "0.00" ? <> {feeText(part.fee)}</> : null}
					</li>
				))}
			</ul>
		</div>
	);
}

function PartName({ part }: { part: ExplanationPart }) {
	const t = useTranslations("reconciliation.parts");
	const [id, ...others] = part.paymentIds;
	const kind = paymentKindOf(part);
	if (kind === null || id === undefined || others.length > 0) return t(part.kind);
	return (
		<DeskLink href={`/${kind}s/${encodeURIComponent(id)}`} className="link">
			{t(part.kind)}
		</DeskLink>
	);
}

/** A held or released amount is a payout's. The kind of a `missing` payment follows from the sign. Null for parts that are lines. */
function paymentKindOf({ kind, amount }: ExplanationPart): PaymentKind | null {
	if (kind === "held" || kind === "released") return "payout";
	if (kind !== "missing") return null;
	return amount.startsWith("-") ? "payout" : "deposit";
}

function sumOf(amounts: readonly string[]): bigint {
	return amounts.reduce((sum, amount) => sum + minorOf(amount), 0n);
}
