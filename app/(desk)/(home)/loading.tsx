import { OverviewSkeleton } from "#components/overview/overview-skeleton.tsx";
import { HeaderSkeleton } from "#components/ui/header-skeleton.tsx";

export default function HomeLoading() {
	return (
		<>
			<HeaderSkeleton actions={2} />
			<OverviewSkeleton />
		</>
	);
}
