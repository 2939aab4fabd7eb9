/** Starts the embedded PostgreSQL of a folder, says where it is, and stays. */
import { startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";

const server = await startEmbeddedPostgres(process.argv[2] ?? "");
const url = await server.databaseUrl("cauri");
process.stdout.write(`pid ${server.pid} ${server.startedHere ? "started" : "adopted"} ${url}\n`);
setInterval(() => undefined, 60_000);
