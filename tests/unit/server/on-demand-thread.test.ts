import { once } from "node:events";
import type { MessagePort } from "node:worker_threads";
import { expect, test } from "vitest";
import { onDemandThread } from "#server/on-demand-thread.ts";

const THREAD = `import { parentPort } from "node:worker_threads";
	parentPort.on("message", ({ dies, port }) => (dies ? process.exit() : port.postMessage("done")));`;

test("a task that is posted as soon as the thread's ports have closed gets another thread", async () => {
	const file = new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`);
	const post = onDemandThread<{ dies: boolean; port: MessagePort }>(file, { idleMs: 1 });
	await once(post({ dies: true }).port, "close");
	const { port, end } = post({ dies: false });
	expect(await Promise.race([once(port, "message"), once(port, "close")])).toEqual(["done"]);
	end();
});
