import { OverviewSkeleton } from "#components/overview/overview-skeleton.tsx";
import { HeaderSkeleton } from "#components/ui/page/header-skeleton.tsx";

/** Home on its way, heading included. */
export function HomeSkeleton() {
	return (
		<>
			<HeaderSkeleton actions={2} />
			<OverviewSkeleton />
		</>
	);
}
