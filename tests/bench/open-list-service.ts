import { fork } from "node:child_process";
import { once } from "node:events";
import { freePort } from "#tests/support/programs/free-port.ts";

export async function openListService(rows: number) {
	const port = await freePort();
	const list = fork("./tests/bench/list-service.ts", [String(port), String(rows)]);
	await once(list, "message");
	const origin = `http://127.0.0.1:${port}`;
	const tell = async (path: string) => void (await (await fetch(origin + path)).text());
	return {
		/** The address for the desk. */
		baseUrl: `${origin}/api/v1/`,
		listUrl: `${origin}/movements/`,
		add: (lines: number) => tell(`/add?lines=${lines}`),
		/** 0: at full speed. */
		send: (megabytesASecond: number) => tell(`/speed?mb=${megabytesASecond}`),
		stop: () => void list.kill(),
	};
}
