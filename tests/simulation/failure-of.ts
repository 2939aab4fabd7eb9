import { LostCall } from "#tests/simulation/fake-service.ts";
import type { PortKind } from "#tests/simulation/ports/files.ts";
import { LostConnection } from "#tests/simulation/postgres/connections.ts";

export function failureOf(kind: PortKind, label: string): Error {
	if (kind === "file") return Object.assign(new Error(`no space left: ${label}`), { code: "ENOSPC" });
	if (kind === "service") return new LostCall(label);
	return new LostConnection();
}
