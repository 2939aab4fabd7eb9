/** Once per server process, before its first request. */
export async function register(): Promise<void> {
	if (process.env.NEXT_RUNTIME !== "nodejs") return;
	const { notePeers } = await import("#server/http/note-peers.ts");
	notePeers();
}
