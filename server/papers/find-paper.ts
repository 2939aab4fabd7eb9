import type { PaperKind } from "#lib/papers/paper-kinds.ts";
import type { SystemContext } from "#server/context.ts";
import { readCheckCode } from "#server/papers/read-check-code.ts";

export interface FoundPaper {
	kind: PaperKind;
	/** "2026-11-24", in the business's time zone. */
	day: string;
}

/** Returns the kind and day of a code's paper, never its content, since anybody may ask; null if the desk issued none with this code. */
export async function findPaper(
	{ database }: Pick<SystemContext, "database">,
	typed: string,
): Promise<FoundPaper | null> {
	const code = readCheckCode(typed);
	if (code === null) return null;
	const row = await database
		.selectFrom("issued_paper")
		.select(["kind", "day"])
		.where("code", "=", code)
		.executeTakeFirst();
	return row ?? null;
}
