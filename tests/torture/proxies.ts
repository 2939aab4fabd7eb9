/** HAProxy, nginx and Caddy of the system, with the configurations of docs/deploy: only addresses and the certificate differ. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { untilAnswers } from "#tests/torture/deployment.ts";

const DESK = /10\.0\.0\.1(\d):3000/g;

export interface ProxyPlan {
	name: string;
	program: string;
	file: string;
	/** Replaces the certificate's place and the addresses by those of this machine. */
	plain(text: string, port: number): string;
	args(file: string, folder: string): string[];
	/** The arguments that only check the file. */
	check(file: string, folder: string): string[];
}

export const PROXIES: readonly ProxyPlan[] = [
	{
		name: "HAProxy",
		program: "/usr/sbin/haproxy",
		file: "docs/deploy/haproxy.cfg",
		plain: (text, port) => text.replace(/bind :443 .*/, `bind 127.0.0.1:${port}`),
		args: (file) => ["-f", file, "-db"],
		check: (file) => ["-c", "-f", file],
	},
	{
		name: "nginx",
		program: "/usr/sbin/nginx",
		file: "docs/deploy/nginx.conf",
		plain: (text, port) => text.replace("listen 443 ssl;", `listen 127.0.0.1:${port};`).replace(/^ *ssl_.*\n/gm, ""),
		args: (file, folder) => [
			...["-p", folder, "-c", file, "-e", join(folder, "nginx.log")],
			...["-g", `daemon off; pid ${join(folder, "nginx.pid")};`],
		],
		check: (file, folder) => ["-t", "-q", "-c", file, "-e", "stderr", "-g", `pid ${join(folder, "nginx.pid")};`],
	},
	{
		name: "Caddy",
		program: "/usr/bin/caddy",
		file: "docs/deploy/Caddyfile",
		plain: (text, port) => text.replace("desk.example.com {", `http://:${port} {\n\tbind 127.0.0.1`),
		args: (file) => ["run", "--adapter", "caddyfile", "--config", file],
		check: (file) => ["validate", "--adapter", "caddyfile", "--config", file],
	},
];

/** Returns the proxies that this machine has; says in a sentence which are missing. */
export function installedProxies(say: (line: string) => void): ProxyPlan[] {
	for (const { name, program } of PROXIES)
		if (!existsSync(program))
			say(`${name} is left out: this machine has no ${program} (apt-get install ${name.toLowerCase()})`);
	return PROXIES.filter(({ program }) => existsSync(program));
}

/** Resolves when the proxy answers. `ports`: the desks' ports. */
export async function startProxy(
	proxy: ProxyPlan,
	folder: string,
	port: number,
	ports: readonly number[],
): Promise<ChildProcess> {
	mkdirSync(folder, { recursive: true });
	const file = join(folder, proxy.file.split("/").at(-1) ?? "proxy");
	const text = readFileSync(proxy.file, "utf8").replace(
		DESK,
		(_, place: string) => `127.0.0.1:${ports[Number(place) - 1]}`,
	);
	writeFileSync(file, proxy.plain(text, port));
	const child = spawn(proxy.program, proxy.args(file, folder), { stdio: "inherit" });
	await untilAnswers(`http://127.0.0.1:${port}/readyz`);
	return child;
}
