"use client";
import { lazy, Suspense } from "react";

// Loads its content only when shown: this file is part of every page, but nearly all errors show the error page of the desk instead.
const PageFault = lazy(() =>
	import("#components/shell/page-fault.tsx").then(({ PageFault: shown }) => ({ default: shown })),
);

export default function AppError({ error, retry }: { error: unknown; retry: () => void }) {
	return (
		<main className="px-4 py-16">
			<Suspense>
				<PageFault error={error} onRetry={retry} />
			</Suspense>
		</main>
	);
}
