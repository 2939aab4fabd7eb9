/** Watches a page's live updates from outside; reconnects as an EventSource does, after the pause that the server gave. */
import { setTimeout as pause } from "node:timers/promises";

const RETRY_MS = 3_000;

/** Resolves at the abort with the longest time without a stream, in ms. */
export async function watchUpdates(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<number> {
	let [longest, retryMs] = [0, RETRY_MS];
	let lostAt: number | null = null;
	const came = (text: string) => {
		if (lostAt !== null) longest = Math.max(longest, performance.now() - lostAt);
		lostAt = null;
		retryMs = Number(/^retry: (\d+)/m.exec(text)?.[1] ?? retryMs);
	};
	while (!signal.aborted) {
		try {
			const response = await fetch(url, { headers, signal });
			if (response.ok && response.body)
				for await (const chunk of response.body) came(new TextDecoder().decode(chunk as Uint8Array));
		} catch {
			// The desk has closed its port, or the watch is over.
		}
		lostAt ??= performance.now();
		await pause(retryMs, undefined, { signal }).catch(() => undefined);
	}
	return longest;
}
