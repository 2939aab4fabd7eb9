import { replaceUnprintable } from "#server/momo/foreign-text.ts";
import { UnreadableLine, wireMovement } from "#server/momo/wire.ts";

const MAX_EXCERPT = 300;

/** Names the first faulty field, in the order of the specification. */
export function unreadableLine(row: unknown, redact: (text: string) => string): UnreadableLine {
	const excerpt = excerptOf(row, redact);
	if (typeof row !== "object" || row === null || Array.isArray(row)) {
		return new UnreadableLine({ field: null, fault: "unreadable", excerpt, createdAt: null });
	}
	const field = wireMovement.safeParse(row).error?.issues[0]?.path[0];
	const name = field === undefined ? null : String(field);
	const fault = name !== null && !Object.hasOwn(row, name) ? "missing" : "unreadable";
	const at = wireMovement.shape.created_at.safeParse("created_at" in row ? row.created_at : undefined);
	return new UnreadableLine({ field: name, fault, excerpt, createdAt: at.success ? at.data : null });
}

export function excerptOf(row: unknown, redact: (text: string) => string = (text) => text): string {
	const text = redact(JSON.stringify(row) ?? "").slice(0, MAX_EXCERPT);
	return replaceUnprintable(text.toWellFormed());
}
