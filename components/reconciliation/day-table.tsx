"use client";
import { useLocale, useTranslations } from "next-intl";
import { DayStatus } from "#components/reconciliation/day-status.tsx";
import { dayPath } from "#components/reconciliation/reconciliation-address.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { BodyCell, HeadCell, Table } from "#components/ui/table/table.tsx";
import { closingOf } from "#lib/closings.ts";
import type { DayProof } from "#lib/contracts/reconciliation.ts";
import { formatDay } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { formatCount } from "#lib/text/counts.ts";

export function DayTable({ days, currency }: { days: readonly DayProof[]; currency: string }) {
	const t = useTranslations("reconciliation.days");
	return (
		<Table caption={t("caption", { currency })} className="max-[22rem]:text-xs">
			<thead>
				<tr>
					<HeadCell>{t("day")}</HeadCell>
					<HeadCell>{t("result")}</HeadCell>
					<HeadCell numeric wide className="max-md:hidden">
						{t("lines")}
					</HeadCell>
					<HeadCell numeric wide>
						{t("in")}
					</HeadCell>
					<HeadCell numeric wide>
						{t("out")}
					</HeadCell>
					<HeadCell numeric className="max-sm:whitespace-normal">
						{t("closing")}
					</HeadCell>
					<HeadCell numeric>{t("gap")}</HeadCell>
				</tr>
			</thead>
			<tbody>
				{days.map((proof) => (
					<DayRow key={proof.day} proof={proof} currency={currency} />
				))}
			</tbody>
		</Table>
	);
}

function DayRow({ proof, currency }: { proof: DayProof; currency: string }) {
	const t = useTranslations("reconciliation.days");
	const locale = useLocale() as Locale;
	const closing = closingOf(proof);
	const noon = new Date(`${proof.day}T12:00:00Z`);
	const figure = (amount: string | null | undefined) =>
		amount ? <Money amount={amount} currency={currency} withCurrency={false} /> : "–";
	return (
		<tr>
			<BodyCell>
				<DeskLink
					href={dayPath(currency, proof.day)}
					className="num whitespace-nowrap font-[530] underline decoration-line-strong underline-offset-3 hover:decoration-current"
				>
					<time dateTime={proof.day} suppressHydrationWarning>
						{formatDay(noon, { locale, timeZone: "UTC" }, new Date())}
					</time>
				</DeskLink>
			</BodyCell>
			<BodyCell>
				<DayStatus status={proof.status} />
			</BodyCell>
			<BodyCell numeric wide className="max-md:hidden">
				{formatCount(proof.totals.count, locale)}
			</BodyCell>
			<BodyCell numeric wide>
				{figure(proof.totals.in)}
			</BodyCell>
			<BodyCell numeric wide>
				{figure(proof.totals.out)}
			</BodyCell>
			<BodyCell numeric>
				{figure(closing?.balance)}
				{closing?.onTheWay ? (
					<span className="block whitespace-normal text-ink-2 text-xs">
						{t.rich("onTheWay", { amount: () => figure(closing.onTheWay) })}
					</span>
				) : null}
			</BodyCell>
			<BodyCell numeric className={proof.status === "gap" ? "font-[580] text-danger" : ""}>
				{figure(closing?.unmatched)}
			</BodyCell>
		</tr>
	);
}
