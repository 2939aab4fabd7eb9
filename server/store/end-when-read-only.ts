/** A failover can leave connections on the former primary, which refuses every write: they are replaced at once. */
import type { PoolClient } from "pg";

const READ_ONLY = "25006";

interface Connection {
	on(event: "errorMessage", onError: (error: { code?: string }) => void): unknown;
	stream: { destroy(): unknown };
}

/** Destroys the connection after a write was refused as read-only; the pool opens another one, to whichever server is primary now. */
export function endWhenReadOnly(client: PoolClient): void {
	const { connection } = client as unknown as { connection: Connection };
	connection.on("errorMessage", ({ code }) => {
		if (code === READ_ONLY) connection.stream.destroy();
	});
}
