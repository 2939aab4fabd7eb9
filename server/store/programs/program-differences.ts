import type { ProgramDifference } from "#lib/contracts/configuration.ts";
import type { LivingProgram } from "#server/store/programs/program-heartbeats.ts";

const JUDGED = [
	{ what: "session_password", isSecret: true },
	{ what: "currencies", isSecret: false },
	{ what: "version", isSecret: false },
] as const;

/** Lists the settings that must be equal on all machines of a desk and are not. The groups of a secret setting do not show its value. */
export function programDifferences(programs: readonly LivingProgram[]): ProgramDifference[] {
	return JUDGED.flatMap(({ what, isSecret }) => {
		const groups = Map.groupBy(programs, (program) => program[what]);
		if (groups.size < 2) return [];
		return {
			what,
			groups: [...groups].map(([value, members]) => ({
				value: isSecret ? null : value,
				programs: members.map(({ kind, machine }) => ({ kind, machine })),
			})),
		};
	});
}
