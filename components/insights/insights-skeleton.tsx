import { Skeleton } from "#components/ui/skeleton.tsx";

const FIGURES = ["a", "b", "c", "d", "e", "f"];

export function InsightsSkeleton() {
	return (
		<div aria-busy="true" className="grid gap-4 lg:grid-cols-2 wide:grid-cols-3">
			{FIGURES.map((figure) => (
				<Skeleton key={figure} className="h-72" />
			))}
		</div>
	);
}
