/** The settings that every program needs beside a database and a folder; nobody answers at the service's address. */
export const COMPLETE = {
	MOMO_BASE_URL: "http://127.0.0.1:9/api/v1/",
	MOMO_API_KEY: "test-key",
	MOMO_API_SECRET: "test-secret",
	WALLET_CURRENCIES: "XOF",
	SESSION_PASSWORD: "a-session-password-of-the-tests-only",
};
