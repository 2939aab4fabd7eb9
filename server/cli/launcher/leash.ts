/** Preloaded into every child (`--import`): when the launcher dies, however it dies, the child ends itself by its own SIGTERM. */
// Longer than any child needs to drain, shorter than anybody's patience.
const DRAIN_MS = 150_000;

if (process.channel) {
	process.once("disconnect", () => {
		process.kill(process.pid, "SIGTERM");
		setTimeout(() => process.exit(1), DRAIN_MS).unref();
	});
	// The line to the launcher alone keeps nobody alive.
	process.channel.unref();
}
