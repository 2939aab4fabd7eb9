/** The browser gave no passkey: the person closed its dialog, the dialog timed out, or it failed. */
export class PasskeyDismissed extends Error {
	override readonly name = "PasskeyDismissed";
}

export async function answerByPasskey(options: object): Promise<{ id: string; rawId: string }> {
	const { startAuthentication } = await import("@simplewebauthn/browser");
	return dismissable(() => startAuthentication({ optionsJSON: options as never }));
}

export async function makePasskey(options: object): Promise<object> {
	const { startRegistration } = await import("@simplewebauthn/browser");
	return dismissable(() => startRegistration({ optionsJSON: options as never }));
}

async function dismissable<T>(act: () => Promise<T>): Promise<T> {
	try {
		return await act();
	} catch (cause) {
		throw new PasskeyDismissed("no passkey was used", { cause });
	}
}
