import { Skeleton } from "#components/ui/skeleton.tsx";

const STEPS = ["a", "b", "c", "d"];

/** A payment on its way: amount, state, timeline and facts in their final size. */
export function PaymentSkeleton() {
	return (
		<div aria-busy="true">
			<div className="mb-[26px] grid gap-2">
				<Skeleton className="h-5 w-24" />
				<Skeleton className="h-11 w-56" />
				<Skeleton className="h-6 w-80 max-w-full" />
			</div>
			<div className="grid gap-x-[34px] gap-y-6 md:grid-cols-[minmax(0,1fr)_318px]">
				<div className="grid content-start gap-6">
					<Skeleton className="h-[72px]" />
					{STEPS.map((step) => (
						<div key={step} className="grid gap-1.5">
							<Skeleton className="h-4 w-56" />
							<Skeleton className="h-3.5 w-36" />
						</div>
					))}
				</div>
				<Skeleton className="h-72" />
			</div>
		</div>
	);
}
