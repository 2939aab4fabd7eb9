/** A small disk that tests can fill: a tmpfs, which only root may mount. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const MAY_MOUNT = process.platform === "linux" && process.getuid?.() === 0;

export function mountSmallDisk(size: string) {
	const folder = mkdtempSync(join(tmpdir(), "cauri-disk-"));
	execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=0755`, "tmpfs", folder]);
	const filler = join(folder, "filler");
	return {
		folder,
		/** Fills the disk completely, or leaves `leave` bytes. */
		fill(leave = 0) {
			const file = openSync(filler, "a");
			for (let piece = Buffer.alloc(1_048_576); piece.length > 0; ) {
				try {
					writeSync(file, piece);
				} catch {
					piece = piece.subarray(0, piece.length >> 1);
				}
			}
			closeSync(file);
			if (leave > 0) execFileSync("truncate", ["-s", `-${leave}`, filler]);
		},
		empty: () => rmSync(filler, { force: true }),
		remove() {
			// Detaches lazily, because a process may still use it.
			execFileSync("umount", ["--lazy", folder]);
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
