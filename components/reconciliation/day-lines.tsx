"use client";
import { useLocale, useTranslations } from "next-intl";
import { WithdrawnText } from "#components/movements/movement-type.tsx";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { DayDetail, DayLine } from "#lib/contracts/reconciliation.ts";
import { isNamedType, movementSign } from "#lib/movements/movements.ts";
import { formatCount } from "#lib/text/counts.ts";

const FIGURE = { numeric: true, className: "align-top" };

export function DayLines({ detail: { lines, lineCount }, currency }: { detail: DayDetail; currency: string }) {
	const t = useTranslations("reconciliation.day");
	const types = useTranslations("movements.types");
	const locale = useLocale();
	const left = lineCount - lines.filter(({ withdrawnAt }) => withdrawnAt === null).length;
	const figure = ({ withdrawnAt }: DayLine, amount: string | null, sign: "+" | "−" | "" = "") =>
		amount === null ? (
			"–"
		) : (
			<Money
				amount={amount}
				currency={currency}
				withCurrency={false}
				sign={sign}
				className={withdrawnAt === null ? undefined : "text-ink-2 line-through"}
			/>
		);
	if (lines.length === 0) return <EmptyState title={t("noLines")} />;
	return (
		<>
			<DataTable
				caption={t("caption")}
				rows={lines}
				keyOf={({ id }) => id}
				columns={[
					{
						head: t("when"),
						className: "num align-top text-ink-2",
						of: ({ createdAt }) => <Time at={createdAt} as="time" />,
					},
					{
						head: t("what"),
						className: "w-full align-top",
						of: (line) => (
							<>
								{isNamedType(line.type) ? types(line.type) : line.type}
								<LineOwner line={line} />
							</>
						),
					},
					{ head: t("amount"), ...FIGURE, of: (line) => figure(line, line.amount, movementSign(line.type)) },
					{
						head: t("fee"),
						wide: true,
						...FIGURE,
						className: "align-top text-ink-2",
						of: (line) => figure(line, line.fee),
					},
					{ head: t("after"), wide: true, ...FIGURE, of: (line) => figure(line, line.balanceAfter) },
				]}
			/>
			{left > 0 ? (
				<p className="mt-2 text-ink-2 text-xs">{t("more", { count: left, rows: formatCount(left, locale) })}</p>
			) : null}
		</>
	);
}

function LineOwner({ line }: { line: DayLine }) {
	const t = useTranslations("reconciliation");
	const { payment, status, how, verdict } = line;
	if (line.withdrawnAt !== null) return <WithdrawnText line={line} />;
	if (payment) {
		return (
			<span className="wrap-anywhere block text-ink-2 text-xs">
				<DeskLink href={`/${payment.kind}s/${encodeURIComponent(payment.id)}`} className="link">
					{payment.who}
				</DeskLink>{" "}
				· {how ? t(`how.${how}`) : null}
			</span>
		);
	}
	const shown = status === "explained" && verdict ? t(`verdicts.${verdict}`) : t(`line.${status}`);
	return (
		<span
			className={
				status === "unexplained" || status === "ambiguous" ? "block text-danger text-xs" : "block text-ink-2 text-xs"
			}
		>
			{shown}
			{line.reference ? (
				<>
					{" "}
					· <span className="code">{line.reference}</span>
				</>
			) : null}
		</span>
	);
}
