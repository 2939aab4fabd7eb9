"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ListAge } from "#components/statements/list-age.tsx";
import { MonthState } from "#components/statements/month-state.tsx";
import { LateLines, OpenDays } from "#components/statements/open-days.tsx";
import { DayTable, OperatorTable, TypeTable } from "#components/statements/operator-table.tsx";
import { type StatementView, statementViewPath } from "#components/statements/statement-address.ts";
import { cx } from "#components/ui/class-names.ts";
import { usePeriodText } from "#components/ui/day-text.tsx";
import { ExportMenu } from "#components/ui/menu/export-menu.tsx";
import { Money } from "#components/ui/money.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Time } from "#components/ui/time.tsx";
import { ViewLink } from "#components/ui/view-link.tsx";
import type { Statement, StatementBalance } from "#lib/contracts/statement.ts";
import { statementPath, statementQueries } from "#lib/queries/statements.ts";
import { isUnlisted } from "#lib/statements/is-unlisted.ts";

interface WalletStatementProps {
	currency: string;
	view: StatementView;
	businessName: string;
	/** True: one of several wallets on the page, so only the figures are shown. */
	brief?: boolean;
}

export function WalletStatement({ currency, view, businessName, brief = false }: WalletStatementProps) {
	const t = useTranslations("statements");
	const periodText = usePeriodText();
	const read = useQuery(statementQueries.of(currency, { from: view.from, to: view.to }));
	const { data, isPlaceholderData: isWaiting } = read;
	// Until the chosen period arrives, heading and files are of the period whose figures are shown.
	const { from, to } = data ?? view;
	const more = [
		{ format: "pdf", text: t("files.pdf") },
		{ format: "journal", text: t("files.journal") },
		{ format: "journal", form: "odoo", text: t("files.journalOdoo") },
		{ format: "journal", form: "sage", text: t("files.journalSage") },
	];
	return (
		<article
			aria-label={currency}
			aria-busy={isWaiting || undefined}
			className={cx("grid gap-7 transition-opacity", isWaiting && "opacity-60")}
		>
			<div className="flex flex-wrap items-center justify-between gap-3">
				<div>
					<h2 className="font-semibold text-lg first-letter:uppercase">
						{periodText({ from, to })} ·{" "}
						{brief ? (
							<ViewLink href={statementViewPath({ ...view, wallet: currency })} className="hover:underline">
								{currency}
							</ViewLink>
						) : (
							currency
						)}
					</h2>
					<p className="text-ink-2 text-sm">
						{businessName}
						{data?.walletReference ? ` · ${t("walletReference", { reference: data.walletReference })}` : ""}
					</p>
				</div>
				{data && isUnlisted(data) ? null : (
					<ExportMenu path={statementPath(currency)} query={{ from, to }} more={more} mayBeLong />
				)}
			</div>
			<ReadFault query={read} />
			{data ? (
				// Nobody closes a month that is about to disappear.
				<ShownStatement statement={isWaiting ? { ...data, monthClosing: null } : data} brief={brief} />
			) : read.isPending ? (
				<Skeleton className="h-64 w-full" />
			) : null}
		</article>
	);
}

export function ShownStatement({ statement, brief }: { statement: Statement; brief: boolean }) {
	const t = useTranslations("statements");
	const { knownFrom, monthClosing } = statement;
	return (
		<>
			<ListAge {...statement} />
			{knownFrom ? (
				<Notice tone="neutral">{t.rich("knownFrom", { at: () => <Time at={knownFrom} as="exact" /> })}</Notice>
			) : null}
			<StatementFigures statement={statement} />
			{brief || isUnlisted(statement) ? null : (
				<>
					{monthClosing ? <MonthState statement={statement} closing={monthClosing} /> : null}
					<OpenDays statement={statement} />
					<LateLines statement={statement} />
					<div
						data-wide
						className="grid gap-7 wide:grid-cols-2 wide:items-start wide:gap-12 print:block print:space-y-7"
					>
						<div className="grid gap-7 print:block print:space-y-7">
							<OperatorTable statement={statement} />
							<TypeTable statement={statement} />
						</div>
						<DayTable statement={statement} />
					</div>
				</>
			)}
		</>
	);
}

function StatementFigures({ statement }: { statement: Statement }) {
	const t = useTranslations("statements");
	const { currency, opening, closing, adjustmentParts, unexplained, late } = statement;
	const isBetween = adjustmentParts.some(({ kind }) => kind === "on_the_way" || kind === "after_reading");
	const journalDiffers = isBetween || unexplained !== "0.00" || late.some(({ counted }) => !counted);
	const hasNoLines = isUnlisted(statement);
	const amount = (value: string, sign: "+" | "−" | "" = "") =>
		hasNoLines ? "–" : <Money amount={value} currency={currency} sign={value === "0.00" ? "" : sign} />;
	return (
		<section aria-label={`${t("title")} ${currency}`}>
			<dl className="max-w-[44rem] border-line border-y text-sm">
				<Balance term={t("opening")} balance={opening} currency={currency} />
				<Figure term={t("in")}>{amount(statement.in, "+")}</Figure>
				<Figure term={t("out")}>{amount(statement.out, "−")}</Figure>
				<Figure term={t("fees")}>{amount(statement.fees, "−")}</Figure>
				{adjustmentParts.map((part) => (
					<Figure key={part.kind} term={t(`part.${part.kind}`)}>
						{amount(part.amount, part.amount.startsWith("-") ? "" : "+")}
					</Figure>
				))}
				<Figure
					term={t("unexplained")}
					className={hasNoLines || unexplained === "0.00" ? "" : "font-[580] text-danger"}
				>
					{amount(unexplained)}
				</Figure>
				<Balance term={t("closing")} balance={closing} currency={currency} />
				{closing.onTheWay === "0.00" ? null : <Figure term={t("onTheWay")}>{amount(closing.onTheWay)}</Figure>}
			</dl>
			<p className="mt-2 text-ink-2 text-xs">
				{t("adds")} {journalDiffers && !hasNoLines ? t("journalLacks") : null}
			</p>
		</section>
	);
}

function Figure({ term, className, children }: { term: ReactNode; className?: string; children: ReactNode }) {
	return (
		<div className={cx("flex flex-wrap items-baseline justify-between gap-x-4 py-2", className)}>
			<dt className="text-ink-2">{term}</dt>
			<dd className="num ml-auto text-right">{children}</dd>
		</div>
	);
}

function Balance({ term, balance, currency }: { term: string; balance: StatementBalance; currency: string }) {
	const t = useTranslations("statements.knownBy");
	return (
		<div className="flex flex-wrap items-baseline justify-between gap-x-4 border-line py-2.5 first:border-b [&:not(:first-child)]:border-t">
			<dt className="font-semibold">
				{term} <span className="ml-1 font-normal text-ink-2 text-xs">{t(balance.knownBy)}</span>
			</dt>
			<dd className="num ml-auto text-right font-semibold">
				{balance.amount === null ? "–" : <Money amount={balance.amount} currency={currency} />}
			</dd>
		</div>
	);
}
