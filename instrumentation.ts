/** Next calls this once per server process, before its first request. */
export async function register(): Promise<void> {
	if (process.env.NEXT_RUNTIME !== "nodejs") return;
	const { setPeerHeader } = await import("#server/http/set-peer-header.ts");
	setPeerHeader();
	// The desk's own server starts this thread itself; Next's development server does not know it, and cannot bundle it.
	if (process.env.NODE_ENV === "development") {
		const thread = `file://${process.cwd()}/server/papers/paper-thread.ts`;
		const { renderInThread } = await import(/* turbopackIgnore: true */ thread);
		renderInThread();
	}
}
