/** Starts the service with a long list of movements. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { freePort } from "#tests/support/programs/free-port.ts";

export interface ListService {
	/** Its address for the desk. */
	baseUrl: string;
	/** The list itself. */
	listUrl: string;
	/** So many new lines, newest first. */
	add(lines: number): Promise<void>;
	/** 0: as fast as it can. */
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
