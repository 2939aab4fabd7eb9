import type { InsightsPart } from "#components/insights/figure-texts.ts";
import { BalanceFigure } from "#components/insights/figures/balance-figure.tsx";
import { FlowFigure, ForecastFigure } from "#components/insights/figures/day-figures.tsx";
import { FailureFigure, UnknownFigure } from "#components/insights/figures/failure-figures.tsx";
import { FeesFigure, OperatorFigure, TypeFigure } from "#components/insights/figures/money-figures.tsx";
import { HourFigure, SuccessFigure, TimeFigure } from "#components/insights/figures/payment-figures.tsx";
import { ListAge } from "#components/statements/list-age.tsx";
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
						<FlowFigure {...part} />
						<ForecastFigure {...part} />
						<OperatorFigure {...part} />
						<TypeFigure {...part} />
						<FeesFigure {...part} />
					</>
				)}
				<SuccessFigure {...part} />
				<HourFigure {...part} />
				<TimeFigure {...part} />
				<FailureFigure {...part} />
				<UnknownFigure {...part} />
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
