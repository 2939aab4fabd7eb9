import type { ReactNode } from "react";

const END = "frame-end";

/** Delays the first paint until its children are fully parsed, because a half-parsed table or centred column would move. */
export function BlockFirstPaint({ children }: { children: ReactNode }) {
	return (
		<>
			{/* React moves this link into the head. */}
			<link rel="expect" href={`#${END}`} blocking="render" />
			{children}
			<div id={END} hidden />
		</>
	);
}
