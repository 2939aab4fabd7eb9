import { Skeleton } from "#components/ui/skeleton.tsx";

export function HeaderSkeleton() {
	return (
		<div aria-hidden="true" className="mb-[22px] flex items-start justify-between gap-4 max-sm:flex-wrap">
			<div>
				<Skeleton className="h-[26px] w-48" />
				<Skeleton className="mt-[3px] h-[19px] w-64" />
			</div>
			<div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
				<Skeleton className="h-[34px] w-32" />
				<Skeleton className="h-[34px] w-32" />
			</div>
		</div>
	);
}
