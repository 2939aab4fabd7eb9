/** The `.env` of an archive. By default nobody answers at the service's address, and the embedded database is in `dataDir`. */
export function environmentFile(port: number, dataDir: string, service = "http://127.0.0.1:9/api/v1/"): string {
	const settings = {
		MOMO_BASE_URL: service,
		MOMO_API_KEY: "test-key",
		MOMO_API_SECRET: "test-secret",
		WALLET_CURRENCIES: "XOF",
		SESSION_PASSWORD: "a-session-password-of-the-tests-only",
		PORT: String(port),
		DATA_DIR: dataDir,
	};
	return Object.entries(settings)
		.map(([name, value]) => `${name}=${value}\n`)
		.join("");
}
