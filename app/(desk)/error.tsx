"use client";
import { PageFault } from "#components/shell/page-fault.tsx";

export default function DeskError({ error, retry }: { error: unknown; retry: () => void }) {
	return <PageFault error={error} onRetry={retry} />;
}
