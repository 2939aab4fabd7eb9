import { MutationObserver, onlineManager } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { makeClient } from "#components/shell/query-provider.tsx";
import { ApiError } from "#lib/api.ts";

afterEach(() => onlineManager.setOnline(true));

test("what is sent while there is no connection fails at once, and is not sent when the connection is back", async () => {
	const client = makeClient();
	client.mount();
	const send = vi.fn(() => Promise.reject(new ApiError("unreachable", 0)));
	onlineManager.setOnline(false);
	const sent = new MutationObserver(client, { mutationFn: send });
	sent.mutate().catch(() => {});
	await expect.poll(() => sent.getCurrentResult().status).toBe("error");
	onlineManager.setOnline(true);
	expect(send).toHaveBeenCalledTimes(1);
	client.unmount();
});
