import type { Context } from "#server/context.ts";

/** Selects the member's own exports that have not expired. `kept_until` is null until the file is written or has failed. */
export function selectOwn({ database, clock, member }: Pick<Context, "database" | "clock" | "member">) {
	return database
		.selectFrom("background_export")
		.selectAll()
		.where("member_id", "=", member.id)
		.where((of) => of.or([of("kept_until", "is", null), of("kept_until", ">", clock.now())]));
}
