/** A folder of the test's own, gone after it. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "cauri-test-"));
	// Under root PostgreSQL runs as another account, which must pass.
	chmodSync(folder, 0o755);
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
