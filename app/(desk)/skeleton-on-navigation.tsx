import { headers } from "next/headers";
import { type ReactNode, Suspense } from "react";

interface SkeletonOnNavigationProps {
	skeleton: ReactNode;
	children: ReactNode;
}

/**
 * Shows a skeleton at once during client navigation. A page opened by its address arrives complete instead: React reveals late parts only
 * every 300 ms, so a skeleton would delay its rows.
 */
export async function SkeletonOnNavigation({ skeleton, children }: SkeletonOnNavigationProps) {
	if ((await headers()).get("sec-fetch-dest") === "document") return children;
	return <Suspense fallback={skeleton}>{children}</Suspense>;
}
