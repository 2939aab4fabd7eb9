/** Preloaded into every child (`--import`): when the launcher dies in any way, the child ends itself with SIGTERM. */
// Longer than any child needs to drain.
const DRAIN_MS = 150_000;

if (process.channel) {
	process.once("disconnect", () => {
		process.kill(process.pid, "SIGTERM");
		setTimeout(() => process.exit(1), DRAIN_MS).unref();
	});
	process.channel.unref();
}
