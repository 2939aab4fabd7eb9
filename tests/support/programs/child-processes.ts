/** The living processes that a process has started, with their command lines. */
import { execFileSync } from "node:child_process";

export function childProcesses(parent: number): { pid: number; command: string }[] {
	return execFileSync("ps", ["-A", "-o", "pid=,ppid=,state=,args="], { encoding: "utf8" })
		.split("\n")
		.flatMap((line) => {
			const [, pid, ppid, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
			return Number(ppid) === parent && state !== "Z" ? [{ pid: Number(pid), command: command ?? "" }] : [];
		});
}
