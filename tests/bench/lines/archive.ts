/** The archive on a small machine: its size, its start and its idle cost. Measured for this version only. */
import type { Line } from "#tests/bench/line.ts";
import { type ArchiveFigures, measureArchive } from "#tests/bench/measure-archive.ts";

let taken: Promise<ArchiveFigures> | undefined;

function archiveLine(line: Pick<Line, "key" | "title" | "unit">, pick: keyof ArchiveFigures): Line {
	const measure: Line["measure"] = async (side) => {
		if (side.name !== "this" || process.platform !== "linux") return null;
		taken ??= measureArchive();
		return (await taken)[pick];
	};
	return { ...line, rounds: 1, measure };
}

export const archiveLines: readonly Line[] = [
	archiveLine({ key: "archive", title: "the archive", unit: "MB" }, "packedMb"),
	archiveLine({ key: "archive", title: "./cauri start → the desk answers", unit: "s" }, "startSeconds"),
	archiveLine({ key: "archive-idle", title: "memory of an idle desk, all programs", unit: "MB" }, "idleMb"),
	archiveLine({ key: "archive-idle", title: "  of it the launcher", unit: "MB" }, "launcherMb"),
	archiveLine({ key: "archive-idle", title: "processor of an idle desk, of one core", unit: "%" }, "idlePercent"),
];
