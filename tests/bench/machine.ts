import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { medianOf } from "#tests/bench/line.ts";

export function describeMachine(): string[] {
	const [one = 0, five = 0, fifteen = 0] = loadavg();
	return [
		`${cpus().length} × ${cpus()[0]?.model.trim() ?? "CPU"}, Node ${process.version}`,
		`load before the run ${one.toFixed(1)}, ${five.toFixed(1)}, ${fifteen.toFixed(1)} (1, 5, 15 minutes)`,
		`a synced write of 4 KB: ${syncedWrite().toFixed(2)} ms; parsing 10 MB of JSON: ${parsing().toFixed(0)} ms`,
	];
}

function syncedWrite(): number {
	const folder = mkdtempSync(join(tmpdir(), "cauri-limits-"));
	const file = openSync(join(folder, "synced"), "w");
	const page = Buffer.alloc(4_096);
	const taken = Array.from({ length: 50 }, () => {
		const began = performance.now();
		writeSync(file, page);
		fsyncSync(file);
		return performance.now() - began;
	});
	closeSync(file);
	rmSync(folder, { recursive: true, force: true });
	return medianOf(taken);
}

function parsing(): number {
	const line = { movement_type: "deposit", amount: "1000.00", fee_amount: "10.00", created_at: "2026-01-01T00:00:00Z" };
	const text = JSON.stringify(Array.from({ length: 100_000 }, () => line));
	const began = performance.now();
	JSON.parse(text);
	return performance.now() - began;
}
