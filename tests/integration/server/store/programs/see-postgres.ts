/** Says which process is found on a cluster, and clears its pid file as a start would; 500 ms are enough to remove a stale one. */
import { clearStalePidFile, findServerProcess } from "#server/store/embedded/postgres-server.ts";

const [data = "", password = ""] = process.argv.slice(2);
await clearStalePidFile(data, password, { timeoutMs: 500 });
process.stdout.write(`found ${findServerProcess(data)?.pid ?? "nobody"}\n`);
