"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { MovementType } from "#components/movements/movement-type.tsx";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { NamedMoney } from "#components/ui/money.tsx";
import { insightsPath } from "#lib/addresses/insights-path.ts";
import type { MovementList, MovementSums, MovementTrend as Trend } from "#lib/contracts/movement.ts";
import { movementFigures } from "#lib/movements/movement-figures.ts";
import type { MovementView } from "#lib/movements/movement-view.ts";
import { movementQueries } from "#lib/queries/movements.ts";
import { formatCount } from "#lib/text/counts.ts";

interface MovementTotalsProps {
	view: MovementView;
	list: MovementList;
}

/** Shows the sums of all filtered lines, and reserves their space while the server counts. */
export function MovementTotals({ view, list }: MovementTotalsProps) {
	const t = useTranslations("movements");
	const locale = useLocale();
	const sums = useMovementSums(view, list.isArriving);
	return (
		<section
			aria-label={t("totals")}
			aria-busy={sums === undefined || undefined}
			className="mb-4 flex items-end justify-between gap-x-6 sm:min-h-8"
		>
			<div className="num flex min-h-14 flex-wrap content-start gap-x-[18px] gap-y-0.5 text-ink-2 text-xs sm:min-h-4">
				{sums ? (
					<>
						<span className="font-[550] text-ink">
							{t(sums.isAtLeast ? "foundAtLeast" : "found", {
								count: sums.total,
								rows: formatCount(sums.total, locale),
							})}
						</span>
						<Figures sums={sums} currency={view.currency} />
						{sums.withdrawn > 0 ? (
							<span className="basis-full">
								{t("withdrawnCount", { count: sums.withdrawn, rows: formatCount(sums.withdrawn, locale) })}
							</span>
						) : null}
					</>
				) : sums === null ? (
					"–"
				) : (
					t("counting")
				)}
			</div>
			{sums?.trend ? <MovementTrend currency={view.currency} trend={sums.trend} label={t("trend")} /> : null}
		</section>
	);
}

function Figures({ sums, currency }: { sums: MovementSums; currency: string }) {
	const t = useTranslations("movements");
	const { outside, ...figures } = { ...movementFigures(sums.totals), net: sums.net };
	return (
		<>
			{(["in", "out", "fees", "net"] as const).map((name) => (
				<NamedMoney
					key={name}
					term={t(`sum.${name}`)}
					amount={figures[name]}
					currency={currency}
					sign={isPositive(figures[name]) ? "+" : ""}
				/>
			))}
			{outside.map(({ type, amount }) => (
				<NamedMoney key={type} term={<MovementType type={type} t={t} />} amount={amount} currency={currency}>
					{sums.unsigned.includes(type) ? ` (${t("sum.outside")})` : null}
				</NamedMoney>
			))}
		</>
	);
}

function isPositive(decimal: string): boolean {
	return !decimal.startsWith("-") && /[1-9]/.test(decimal);
}

/**
 * Sums of all filtered lines; undefined until known, null when the read failed. For many lines the first answer is a lower bound, which
 * the full count replaces.
 */
export function useMovementSums({ currency, query }: MovementView, isArriving: boolean) {
	const { data: first, isError } = useQuery(movementQueries.sums(currency, query));
	const wanted = !isArriving && first?.isAtLeast === true;
	const { data: whole } = useQuery({ ...movementQueries.sums(currency, query, true), enabled: wanted });
	return (wanted ? whole : undefined) ?? first ?? (isError ? null : undefined);
}

interface MovementTrendProps {
	currency: string;
	trend: Trend;
	label: string;
}

/** Money in above the line and money out below it, by day, week or month. */
function MovementTrend({ currency, trend: { from, to, picture }, label }: MovementTrendProps) {
	return (
		<DeskLink href={insightsPath({ currency, from, to })} aria-label={label} className="w-48 shrink-0 max-sm:hidden">
			<svg aria-hidden="true" viewBox={`0 0 ${picture.width} 100`} preserveAspectRatio="none" className="h-8 w-full">
				<path d={picture.in} stroke="var(--color-positive)" strokeWidth="3" />
				<path d={picture.out} stroke="var(--color-neutral)" strokeWidth="3" />
				<path d={picture.zero} stroke="var(--color-line-field)" vectorEffect="non-scaling-stroke" />
			</svg>
		</DeskLink>
	);
}
