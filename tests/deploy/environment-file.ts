import { COMPLETE } from "#tests/support/programs/complete-environment.ts";

/** The `.env` of an archive. By default nobody answers at the service's address, and the embedded database is in `dataDir`. */
export function environmentFile(port: number, dataDir: string, service = COMPLETE.MOMO_BASE_URL): string {
	const settings = { ...COMPLETE, MOMO_BASE_URL: service, PORT: String(port), DATA_DIR: dataDir };
	return Object.entries(settings)
		.map(([name, value]) => `${name}=${value}\n`)
		.join("");
}
