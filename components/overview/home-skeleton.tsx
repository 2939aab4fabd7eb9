import { HeaderSkeleton } from "#components/ui/page/header-skeleton.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

export function HomeSkeleton() {
	return (
		<>
			<HeaderSkeleton />
			<OverviewSkeleton />
		</>
	);
}

function OverviewSkeleton() {
	return (
		<div aria-hidden="true">
			<div className="mb-[26px] grid divide-line rounded-lg border border-line bg-surface max-lg:divide-y lg:grid-cols-[1.35fr_1fr] lg:divide-x">
				{["first", "second"].map((wallet) => (
					<div key={wallet} className="px-4 py-4 sm:px-[22px] sm:py-5">
						<Skeleton className="h-[18px] w-44 max-w-full" />
						<Skeleton className="mt-2.5 mb-2 h-9 w-52 max-w-full" />
						<Skeleton className="h-[18px] w-64 max-w-full" />
						<Skeleton className="mt-3 h-[248px] w-full max-sm:hidden" />
					</div>
				))}
			</div>
			<Skeleton className="mb-2.5 h-5 w-20" />
			<div className="mb-7 h-[132px] rounded-lg border border-line bg-surface p-4">
				<Skeleton className="h-4 w-72 max-w-full" />
				<Skeleton className="mt-2 h-3.5 w-96 max-w-full" />
			</div>
			<Skeleton className="mb-2.5 h-5 w-28" />
			{[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
				<div key={row} className="flex h-10 items-center justify-between border-line border-b">
					<Skeleton className="h-4 w-28" />
					<Skeleton className="h-4 w-24" />
				</div>
			))}
		</div>
	);
}
