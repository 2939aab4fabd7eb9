/**
 * Loaded into web and worker by `node --import`. Writes the longest stall of the event loop since the last reset, and the most
 * processor time in one stall; the difference is time in which the machine ran something else.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";

const folder = process.env.STALLS_FOLDER;
const name = basename(process.argv[1] ?? "", ".ts");
// The timer is a millisecond late at most; the reported delay is without it.
const BEAT_MS = 1;

if (folder && (name === "web" || name === "worker")) {
	const delays = monitorEventLoopDelay({ resolution: BEAT_MS });
	delays.enable();
	let own = 0;
	// The program's modules are loaded before the first beat.
	let spent: NodeJS.CpuUsage | null = null;
	const beat = () => {
		const now = process.threadCpuUsage();
		if (spent) own = Math.max(own, now.user + now.system - spent.user - spent.system);
		spent = now;
	};
	setInterval(beat, BEAT_MS).unref();
	const again = join(folder, `${name}.again`);
	const tell = () => {
		if (existsSync(again)) {
			rmSync(again);
			delays.reset();
			own = 0;
		}
		writeFileSync(join(folder, `${name}.stall`), String(delays.max / 1e6 - BEAT_MS));
		writeFileSync(join(folder, `${name}.own`), String(own / 1e3));
	};
	setInterval(tell, 100).unref();
}
