/** Where this machine finds its own web program, whatever address that listens on. */
export function localOrigin(host: string | undefined, port: number): string {
	const everywhere = !host || ["localhost", "0.0.0.0", "::"].includes(host);
	const name = everywhere ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
	return `http://${name}:${port}`;
}
