import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "cauri-test-"));
	// PostgreSQL started as root runs under another account, which must be able to enter.
	chmodSync(folder, 0o755);
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
