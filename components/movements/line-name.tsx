"use client";
import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Money } from "#components/ui/money.tsx";
import type { LineName as Name } from "#lib/contracts/line-name.ts";

/** Columns that come from the desk's own data about a line: the service does not list them. */
export type LinePart = "payment" | "balance" | "name" | "operator" | "purpose" | "reference";

interface LineNameProps {
	name: Name;
	part: LinePart;
	currency: string;
}

/** The page must load the texts `reconciliation.line` and `reconciliation.verdicts`. */
export function LineName({ part, ...rest }: LineNameProps) {
	const { payment, reference } = rest.name;
	switch (part) {
		case "payment":
			return <LineOwner {...rest} />;
		case "balance":
			return <BalanceAfter {...rest} />;
		case "purpose":
			return payment?.note;
		case "reference":
			return reference === null ? null : <span className="code">{reference}</span>;
		default:
			return payment?.[part];
	}
}

function LineOwner({ name: { payment, status, reference, verdict } }: Pick<LineNameProps, "name">) {
	const t = useTranslations("reconciliation");
	// Hides the reference first when space is short: the payment's page shows it.
	const code = (room: string) =>
		reference ? (
			<span className={`text-ink-2 ${room}`}>
				{" · "}
				<span className="code">{reference}</span>
			</span>
		) : null;
	const whole = (...text: (string | null)[]) => [...text, reference].filter(Boolean).join(" · ");
	// The row itself already shows that a line was withdrawn, and when.
	if (status === "withdrawn") return null;
	if (!payment) {
		const isOpenQuestion = status === "unexplained" || status === "ambiguous";
		const text = status === "explained" && verdict ? t(`verdicts.${verdict}`) : t(`line.${status}`);
		return (
			<span title={whole(text)} className={cx("block truncate", isOpenQuestion ? "text-danger" : "text-ink-2")}>
				{text}
				{code("max-md:hidden")}
			</span>
		);
	}
	const { note, who } = payment;
	return (
		<span title={whole(note, who)} className="block truncate">
			<DeskLink href={`/${payment.kind}s/${encodeURIComponent(payment.id)}`} className="link">
				{note ? (
					<>
						{note}
						<span className="max-sm:hidden"> · </span>
					</>
				) : null}
				<span className={cx("num", note && "max-sm:hidden")}>{who}</span>
			</DeskLink>
			{code("max-md:hidden")}
		</span>
	);
}

function BalanceAfter({ name: { balanceAfter, noBalance }, currency }: Pick<LineNameProps, "name" | "currency">) {
	const t = useTranslations("movements");
	if (balanceAfter !== null) return <Money amount={balanceAfter} currency={currency} withCurrency={false} />;
	const why = t(`noBalance.${noBalance ?? "not_yet"}`);
	return (
		<span title={why}>
			<span aria-hidden="true" className="max-sm:hidden">
				–
			</span>
			<span className="sr-only">{why}</span>
		</span>
	);
}
