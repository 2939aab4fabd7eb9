/** W3C Trace Context, version 00: the parent of a span as one line of text. Pure. */

interface ParentSpan {
	traceId: string;
	spanId: string;
	traceFlags: number;
}

const FORM = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Returns null for any other form; a new trace then begins. */
export function readTraceparent(text: string | null): ParentSpan | null {
	const [, traceId, spanId, flags] = FORM.exec(text ?? "") ?? [];
	if (traceId === undefined || spanId === undefined || flags === undefined) return null;
	return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
}

export function writeTraceparent({ traceId, spanId, traceFlags }: ParentSpan): string {
	return `00-${traceId}-${spanId}-${traceFlags & 1 ? "01" : "00"}`;
}

export function traceOf(payload: unknown): string | null {
	const { trace } = Object(payload) as { trace?: unknown };
	return typeof trace === "string" ? trace : null;
}
