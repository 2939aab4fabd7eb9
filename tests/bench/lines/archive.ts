/** The archive on a small machine: its size, its start and its idle cost. Measured for this version only. */
import { type Line, measuredTogether } from "#tests/bench/line.ts";
import { measureArchive } from "#tests/bench/measure-archive.ts";

const line = measuredTogether(() => (process.platform === "linux" ? measureArchive() : null));
const idle = "archive-idle";

export const archiveLines: readonly Line[] = [
	line({ key: "archive", title: "the archive", unit: "MB" }, ({ packedMb }) => packedMb),
	line({ key: "archive", title: "./cauri start → the desk answers", unit: "s" }, ({ startSeconds }) => startSeconds),
	line({ key: idle, title: "memory of an idle desk, all programs", unit: "MB" }, ({ idleMb }) => idleMb),
	line({ key: idle, title: "  of it the launcher", unit: "MB" }, ({ launcherMb }) => launcherMb),
	line({ key: idle, title: "processor of an idle desk, of one core", unit: "%" }, ({ idlePercent }) => idlePercent),
];
