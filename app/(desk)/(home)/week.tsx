import { WeekLines } from "#components/insights/week-lines.tsx";
import type { PageContext } from "#server/http/page-context.ts";
import { readWeek } from "#server/insights/read-week.ts";

/** Sent after the rest of Home, below it: nobody waits for it, and nothing moves when it comes. */
export async function Week({ context }: { context: PageContext }) {
	return <WeekLines weeks={await readWeek(context)} />;
}
