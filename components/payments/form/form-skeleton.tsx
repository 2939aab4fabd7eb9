import { Skeleton } from "#components/ui/skeleton.tsx";

const FIELDS = ["a", "b", "c", "d"];

/** A form on its way, in its final size. */
export function FormSkeleton() {
	return (
		<div aria-busy="true">
			<div className="mb-[22px] grid gap-1.5">
				<Skeleton className="h-5 w-24" />
				<Skeleton className="h-[26px] w-44" />
				<Skeleton className="h-5 w-72 max-w-full" />
			</div>
			<div className="grid items-start gap-x-[34px] gap-y-5 md:grid-cols-[minmax(0,460px)_318px] md:justify-between">
				<div className="grid gap-4">
					{FIELDS.map((field) => (
						<div key={field} className="grid gap-[5px]">
							<Skeleton className="h-5 w-32" />
							<Skeleton className="h-11" />
							<Skeleton className="h-[18px] w-48" />
						</div>
					))}
				</div>
				<Skeleton className="h-40" />
			</div>
		</div>
	);
}
