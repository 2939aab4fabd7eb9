import { headers } from "next/headers";
import { type ReactNode, Suspense } from "react";

interface ArrivalProps {
	skeleton: ReactNode;
	children: ReactNode;
}

/**
 * Client navigation shows a skeleton at once. A page opened by its address arrives complete: React reveals late parts only every
 * 300 ms, so a skeleton would delay its rows.
 */
export async function Arrival({ skeleton, children }: ArrivalProps) {
	if ((await headers()).get("sec-fetch-dest") === "document") return children;
	return <Suspense fallback={skeleton}>{children}</Suspense>;
}
