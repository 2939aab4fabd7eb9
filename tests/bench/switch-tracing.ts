/** Loaded into web by `node --import`: each SIGUSR2 removes or restores the tracer. The key is that of `server/tracing/traced.ts`. */
const PLACE = Symbol.for("cauri.tracing");
const processWide = globalThis as typeof globalThis & { [PLACE]?: unknown };
let other: unknown;

process.on("SIGUSR2", () => {
	[processWide[PLACE], other] = [other, processWide[PLACE]];
});
