"use client";
import { useLocale, useTranslations } from "next-intl";
import { WithdrawnText } from "#components/movements/movement-type.tsx";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { BodyCell, HeadCell, Table } from "#components/ui/table/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { DayDetail, DayLine } from "#lib/contracts/reconciliation.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { isNamedType, movementSign } from "#lib/movements/movements.ts";
import { formatCount } from "#lib/text/counts.ts";

export function DayLines({ detail: { lines, lineCount }, currency }: { detail: DayDetail; currency: string }) {
	const t = useTranslations("reconciliation.day");
	const locale = useLocale() as Locale;
	const left = lineCount - lines.filter(({ withdrawnAt }) => withdrawnAt === null).length;
	if (lines.length === 0) return <EmptyState title={t("noLines")} />;
	return (
		<>
			<Table caption={t("caption")}>
				<thead>
					<tr>
						<HeadCell>{t("when")}</HeadCell>
						<HeadCell>{t("what")}</HeadCell>
						<HeadCell numeric>{t("amount")}</HeadCell>
						<HeadCell numeric wide>
							{t("fee")}
						</HeadCell>
						<HeadCell numeric wide>
							{t("after")}
						</HeadCell>
					</tr>
				</thead>
				<tbody>
					{lines.map((line) => (
						<LineRow key={line.id} line={line} currency={currency} />
					))}
				</tbody>
			</Table>
			{left > 0 ? (
				<p className="mt-2 text-ink-2 text-xs">{t("more", { count: left, rows: formatCount(left, locale) })}</p>
			) : null}
		</>
	);
}

function LineRow({ line, currency }: { line: DayLine; currency: string }) {
	const types = useTranslations("movements.types");
	const figure = (amount: string, sign: "+" | "−" | "" = "") => (
		<Money
			amount={amount}
			currency={currency}
			withCurrency={false}
			sign={sign}
			className={line.withdrawnAt === null ? undefined : "text-ink-2 line-through"}
		/>
	);
	return (
		<tr>
			<BodyCell className="num align-top text-ink-2">
				<Time at={line.createdAt} as="time" />
			</BodyCell>
			<BodyCell className="w-full align-top">
				{isNamedType(line.type) ? types(line.type) : line.type}
				<Whose line={line} />
			</BodyCell>
			<BodyCell numeric className="align-top">
				{figure(line.amount, movementSign(line.type))}
			</BodyCell>
			<BodyCell numeric wide className="align-top text-ink-2">
				{figure(line.fee)}
			</BodyCell>
			<BodyCell numeric wide className="align-top">
				{line.balanceAfter === null ? "–" : figure(line.balanceAfter)}
			</BodyCell>
		</tr>
	);
}

function Whose({ line }: { line: DayLine }) {
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
	const shown = status === "explained" && verdict ? t(`dialog.verdicts.${verdict}`) : t(`line.${status}`);
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
