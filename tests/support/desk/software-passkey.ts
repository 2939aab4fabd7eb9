/** A software authenticator with real keys and signatures, and with every forgery that a test needs. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

interface Lies {
	origin?: string;
	rpId?: string;
	challenge?: string;
	/** Value of the counter; default one more than before. */
	counter?: number;
	/** Without user verification by finger, face or PIN. */
	unverified?: boolean;
	/** Signs with another key. */
	forged?: boolean;
	type?: string;
}

export type SoftwarePasskey = ReturnType<typeof softwarePasskey>;

const HOME = { origin: "http://localhost:3000", rpId: "localhost" };

export function softwarePasskey() {
	const id = randomBytes(24);
	const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const others = generateKeyPairSync("ec", { namedCurve: "P-256" });
	let counter = 0;
	const named = { id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key" };
	const extras = { clientExtensionResults: {}, authenticatorAttachment: "platform" };
	return {
		id: named.id,
		/** Options of `POST /api/account/passkeys`. */
		create({ challenge }: { challenge: string }, lies: Lies = {}) {
			const clientDataJSON = clientData("webauthn.create", challenge, lies);
			const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(keys.publicKey)]);
			const authData = Buffer.concat([authenticatorData(lies, 0x40, lies.counter ?? counter), attested]);
			const attestationObject = Buffer.concat([
				Buffer.from([0xa3]),
				...[text("fmt"), text("none"), text("attStmt"), Buffer.from([0xa0]), text("authData"), bytes(authData)],
			]);
			const response = { clientDataJSON, attestationObject: attestationObject.toString("base64url") };
			return { ...named, ...extras, response: { ...response, transports: ["internal"] } };
		},
		/** Options of a sign-in or a step-up. */
		get({ challenge }: { challenge: string }, lies: Lies = {}) {
			counter = lies.counter ?? counter + 1;
			const clientDataJSON = clientData("webauthn.get", challenge, lies);
			const authData = authenticatorData(lies, 0, counter);
			const digest = createHash("sha256").update(Buffer.from(clientDataJSON, "base64url")).digest();
			const key = lies.forged ? others.privateKey : keys.privateKey;
			const signature = sign("sha256", Buffer.concat([authData, digest]), key).toString("base64url");
			const response = { clientDataJSON, authenticatorData: authData.toString("base64url"), signature };
			return { ...named, ...extras, response };
		},
	};
}

function clientData(type: string, challenge: string, lies: Lies): string {
	const { origin = HOME.origin } = lies;
	const data = { type: lies.type ?? type, challenge: lies.challenge ?? challenge, origin, crossOrigin: false };
	return Buffer.from(JSON.stringify(data)).toString("base64url");
}

function authenticatorData({ rpId = HOME.rpId, unverified }: Lies, flags: number, counter: number): Buffer {
	const head = createHash("sha256").update(rpId).digest();
	const count = Buffer.alloc(4);
	count.writeUInt32BE(counter);
	return Buffer.concat([head, Buffer.from([flags | 0x01 | (unverified ? 0 : 0x04)]), count]);
}

/** COSE: a P-256 key for ES256. */
function coseKey(key: KeyObject): Buffer {
	const { x = "", y = "" } = key.export({ format: "jwk" });
	const [left, right] = [Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
	return Buffer.concat([
		Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
		bytes(left),
		Buffer.from([0x22]),
		bytes(right),
	]);
}

function text(value: string): Buffer {
	return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

function bytes(value: Buffer): Buffer {
	return Buffer.concat([Buffer.from([0x58, value.length]), value]);
}
