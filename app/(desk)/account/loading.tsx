import { HeaderSkeleton } from "#components/ui/page/header-skeleton.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

export default function Loading() {
	return (
		<div aria-busy="true">
			<HeaderSkeleton />
			<Skeleton className="mb-8 h-[286px] max-w-[26rem]" />
			<Skeleton className="h-[34px] w-56" />
		</div>
	);
}
