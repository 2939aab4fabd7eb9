import type { InsightsPart } from "#components/insights/figure-texts.ts";
import { BalanceFigure } from "#components/insights/figures/balance-figure.tsx";
import { DayFigures } from "#components/insights/figures/day-figures.tsx";
import { FailureFigures } from "#components/insights/figures/failure-figures.tsx";
import { MoneyFigures } from "#components/insights/figures/money-figures.tsx";
import { PaymentFigures } from "#components/insights/figures/payment-figures.tsx";
import { ListAge } from "#components/ui/page/list-age.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { isUnlisted } from "#lib/statements/is-unlisted.ts";

/** Drawn on the server, because the pictures need no script. */
export function InsightsView(part: InsightsPart) {
	return (
		<div className="grid gap-4">
			<ListAge {...part.insights} />
			<div data-wide className="grid gap-4 lg:grid-cols-2 wide:grid-cols-3 print:grid-cols-2">
				{isUnlisted(part.insights) ? null : (
					<>
						<BalanceFigure {...part} />
						<DayFigures {...part} />
						<MoneyFigures {...part} />
					</>
				)}
				<PaymentFigures {...part} />
				<FailureFigures {...part} />
			</div>
		</div>
	);
}

const FIGURES = ["a", "b", "c", "d", "e", "f"];

export function InsightsSkeleton() {
	return (
		<div aria-busy="true" data-wide className="grid gap-4 lg:grid-cols-2 wide:grid-cols-3">
			{FIGURES.map((figure) => (
				<Skeleton key={figure} className="h-72" />
			))}
		</div>
	);
}
