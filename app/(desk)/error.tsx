"use client";
import { PageFault } from "#components/shell/page-fault.tsx";

export default function DeskError({ retry }: { error: unknown; retry: () => void }) {
	return <PageFault onRetry={retry} />;
}
