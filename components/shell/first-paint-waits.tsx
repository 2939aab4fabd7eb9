import type { ReactNode } from "react";

const END = "frame-end";

/** Holds the first paint until its children are parsed whole: half a table has other columns, half a centred column another height. */
export function FirstPaintWaits({ children }: { children: ReactNode }) {
	return (
		<>
			{/* React moves this link into the head. */}
			<link rel="expect" href={`#${END}`} blocking="render" />
			{children}
			<div id={END} hidden />
		</>
	);
}
