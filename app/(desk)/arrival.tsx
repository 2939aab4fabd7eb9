import { headers } from "next/headers";
import { type ReactNode, Suspense } from "react";

interface ArrivalProps {
	skeleton: ReactNode;
	children: ReactNode;
}

/**
 * A move inside the desk shows a skeleton at once. A page opened by its address comes whole: its rows stand in the first HTML,
 * where a skeleton would hold them back (React reveals late parts at most every 300 ms).
 */
export async function Arrival({ skeleton, children }: ArrivalProps) {
	if ((await headers()).get("sec-fetch-dest") === "document") return children;
	return <Suspense fallback={skeleton}>{children}</Suspense>;
}
