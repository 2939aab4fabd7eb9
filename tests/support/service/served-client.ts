import { afterAll } from "vitest";
import type { ServiceOptions } from "#server/momo/client.ts";
import { clientOf } from "#tests/support/service/momo-client.ts";
import { startScriptedService } from "#tests/support/service/scripted-service.ts";

/** A scripted service and the real client that asks it, both closed at the file's end: call at the top of a test file. */
export async function servedClient(
	options: ServiceOptions = {},
	serve: Parameters<typeof startScriptedService>[0] = {},
) {
	const scripted = await startScriptedService(serve);
	const client = clientOf(scripted.baseUrl, options);
	afterAll(async () => {
		await scripted.close();
		await client.close();
	});
	return { scripted, client };
}
