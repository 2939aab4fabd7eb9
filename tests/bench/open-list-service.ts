import { fork } from "node:child_process";
import { once } from "node:events";
import { freePort } from "#tests/support/programs/free-port.ts";

export interface ListService {
	/** The address for the desk. */
	baseUrl: string;
	listUrl: string;
	add(lines: number): Promise<void>;
	/** 0: at full speed. */
	send(megabytesASecond: number): Promise<void>;
	stop(): void;
}

export async function openListService(rows: number): Promise<ListService> {
	const port = await freePort();
	const list = fork("./tests/bench/list-service.ts", [String(port), String(rows)]);
	await once(list, "message");
	const origin = `http://127.0.0.1:${port}`;
	const tell = async (path: string) => void (await (await fetch(origin + path)).text());
	return {
		baseUrl: `${origin}/api/v1/`,
		listUrl: `${origin}/movements/`,
		add: (lines) => tell(`/add?lines=${lines}`),
		send: (megabytesASecond) => tell(`/speed?mb=${megabytesASecond}`),
		stop: () => void list.kill(),
	};
}
