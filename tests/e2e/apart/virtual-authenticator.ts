/** Chromium's own authenticator in software: it answers as a phone with a fingerprint would. */
import type { CDPSession, Page } from "playwright/test";

export interface VirtualAuthenticator {
	session: CDPSession;
	id: string;
	/** Sets whether finger, face or PIN is given from now on. */
	verifies(verified: boolean): Promise<void>;
	/** Copies the same keys to another page's browser. */
	carryTo(page: Page): Promise<VirtualAuthenticator>;
	count(): Promise<number>;
}

export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
	const session = await page.context().newCDPSession(page);
	await session.send("WebAuthn.enable");
	const { authenticatorId: id } = await session.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	const credentials = async () => (await session.send("WebAuthn.getCredentials", { authenticatorId: id })).credentials;
	return {
		...{ session, id },
		async verifies(isUserVerified) {
			await session.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified });
		},
		async carryTo(other) {
			const carried = await addVirtualAuthenticator(other);
			for (const credential of await credentials())
				await carried.session.send("WebAuthn.addCredential", { authenticatorId: carried.id, credential });
			return carried;
		},
		count: async () => (await credentials()).length,
	};
}
