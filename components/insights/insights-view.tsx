import { BalanceFigure } from "#components/insights/figures/balance-figure.tsx";
import { FailureFigure } from "#components/insights/figures/failure-figure.tsx";
import { FeesFigure } from "#components/insights/figures/fees-figure.tsx";
import { FlowFigure } from "#components/insights/figures/flow-figure.tsx";
import { ForecastFigure } from "#components/insights/figures/forecast-figure.tsx";
import { HourFigure } from "#components/insights/figures/hour-figure.tsx";
import { OperatorFigure } from "#components/insights/figures/operator-figure.tsx";
import { SuccessFigure } from "#components/insights/figures/success-figure.tsx";
import { TimeFigure } from "#components/insights/figures/time-figure.tsx";
import { TypeFigure } from "#components/insights/figures/type-figure.tsx";
import { UnknownFigure } from "#components/insights/figures/unknown-figure.tsx";
import type { InsightsPart } from "#components/insights/insights-part.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** Drawn on the server: the pictures need no script. */
export function InsightsView(part: InsightsPart) {
	return (
		<div data-wide className="grid gap-4 lg:grid-cols-2 wide:grid-cols-3 print:grid-cols-2">
			<BalanceFigure {...part} />
			<FlowFigure {...part} />
			<ForecastFigure {...part} />
			<OperatorFigure {...part} />
			<TypeFigure {...part} />
			<FeesFigure {...part} />
			<SuccessFigure {...part} />
			<HourFigure {...part} />
			<TimeFigure {...part} />
			<FailureFigure {...part} />
			<UnknownFigure {...part} />
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
