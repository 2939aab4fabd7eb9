/** Orders the integration files: the longest begin first, so that nobody waits for one file at the end. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Longest first, because a fresh clone knows no times of its own. */
const LONG = [
	"reconciliation/thousand-days",
	"reconciliation/discrepancies",
	"cli/documented-operations",
	"worker/worker-process",
	"cli/member",
	"continuity/false-alarms",
	"backup/restore-backup",
	"store/repeated-queries",
	"wallets/sync-by-chunks",
	"statements/month-close",
	"statements/statement-days",
	"continuity/two-copies",
	"simulation/transport-mutations",
	"store/embedded/embedded-postgres",
	"cli/launcher/launch-postgres",
	"cli/schema-refusal",
	"store/stalled-postgres",
	"cli/launcher",
];

export class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
	}
}

function placeOf({ moduleId }: TestSpecification): number {
	const place = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
	return place === -1 ? LONG.length : place;
}
