import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { payin, payout, START, testSandbox } from "#tests/integration/server/sandbox/test-sandbox.ts";

const sandbox = testSandbox();
const MINUTE = 60_000;

beforeAll(() => sandbox.control("POST", "/funds", { currency: "XOF", amount: "50000000" }));
beforeEach(() => sandbox.control("POST", "/settings", { autopilot: false, speed: 1 }));

async function start(change: Record<string, unknown> = {}): Promise<string> {
	return String((await sandbox.post("/transactions/payin/", payin(change))).json.reference);
}

async function statusOf(reference: string): Promise<unknown> {
	return (await sandbox.get(`/transactions/status/${reference}/`)).json.status;
}

async function historyOf(reference: string): Promise<unknown[]> {
	const { json } = await sandbox.get(`/transactions/history/${reference}/`);
	return (json.history as { status: string }[]).map((entry) => entry.status);
}

async function balance(): Promise<unknown> {
	return (await sandbox.get("/wallets/fiat/XOF/")).json.balance;
}

describe("a prompt (USSD)", () => {
	const phone = "/phone/2250503456781";

	test("waits until the subscriber approves with the PIN, then adds amount − fee and one movement; a second answer changes nothing", async () => {
		const before = BigInt(String(await balance()).replace(".", ""));
		const reference = await start();
		expect((await sandbox.page(phone)).text).toContain(reference);
		await sandbox.form(`${phone}/requests/${reference}`, { answer: "approve", pin: "1234" });
		await sandbox.form(`${phone}/requests/${reference}`, { answer: "refuse" });
		expect(await statusOf(reference)).toBe("pending");
		await sandbox.advance(3_000);
		expect(await statusOf(reference)).toBe("success");
		expect(await historyOf(reference)).toEqual(["pending", "success"]);
		expect(BigInt(String(await balance()).replace(".", "")) - before).toBe(4_500_000n - 67_500n);
		const { json } = await sandbox.get("/wallets/fiat/XOF/movements/");
		expect(json[0]).toMatchObject({ movement_type: "deposit", amount: "45000.00", fee_amount: "675.00" });
		expect((await sandbox.page(phone)).text).toContain("You paid");
	});

	test("forgives two wrong PINs and fails at the third", async () => {
		const reference = await start();
		const tryPin = () => sandbox.form(`${phone}/requests/${reference}`, { answer: "approve", pin: "0000" });
		await tryPin();
		await tryPin();
		expect(await statusOf(reference)).toBe("pending");
		await tryPin();
		expect(await historyOf(reference)).toEqual(["pending", "wrong_pin", "failed"]);
	});

	test("fails when the subscriber refuses or has too little, and moves nothing", async () => {
		const before = await balance();
		const reference = await start();
		await sandbox.form(`${phone}/requests/${reference}`, { answer: "refuse" });
		expect(await historyOf(reference)).toEqual(["pending", "not_approved", "failed"]);
		const large = await start({ amount: 90_000_000 });
		await sandbox.form(`${phone}/requests/${large}`, { answer: "approve", pin: "1234" });
		expect(await historyOf(large)).toEqual(["pending", "insufficient_balance", "failed"]);
		expect(await balance()).toBe(before);
	});
});

describe("a code (OTP)", () => {
	const orange = { operator: "orange-money-ci", phone_number: "2250708123450" };
	const phone = "/phone/2250708123450";

	test("is sent to the handset that dials, and ends the deposit when entered at the operator", async () => {
		const reference = await start(orange);
		await sandbox.form(`${phone}/dial`, { dialled: "#144*82#" });
		const code = /code is (\d{6})/.exec((await sandbox.page(phone)).text)?.[1] ?? "";
		await sandbox.form(`${phone}/requests/${reference}`, { answer: "code", code });
		await sandbox.advance(6_000);
		expect(await statusOf(reference)).toBe("success");
	});

	test("is wrong three times: the deposit fails", async () => {
		const reference = await start(orange);
		for (let tries = 0; tries < 3; tries += 1)
			await sandbox.form(`${phone}/requests/${reference}`, { answer: "code", code: "000000" });
		expect(await historyOf(reference)).toEqual(["pending", "wrong_otp", "failed"]);
	});

	test("needs the exact amount in the dialled code where the operator wants it", async () => {
		const burkina = { operator: "orange-money-burkina", country: "BF", phone_number: "22654123450", amount: 7500 };
		await start(burkina);
		await sandbox.form("/phone/22654123450/dial", { dialled: "*144*4*6*7000#" });
		expect((await sandbox.page("/phone/22654123450")).text).toContain("no payment waits");
		await sandbox.form("/phone/22654123450/dial", { dialled: "*144*4*6*7500#" });
		expect((await sandbox.page("/phone/22654123450")).text).toMatch(/payment code is \d{6}/);
	});
});

describe("a link (payment_url)", () => {
	const wave = { operator: "wave-ci", phone_number: "2250708123456" };

	test("is paid on its page", async () => {
		const reference = await start(wave);
		expect((await sandbox.page(`/pay/${reference}`)).text).toMatch(/>Pay 45\D000\D*XOF</);
		expect((await sandbox.page(`/pay/${reference}`)).text).toMatch(/Expires at \d\d:\d\d UTC/);
		await sandbox.form(`/pay/${reference}`, { answer: "pay" });
		await sandbox.advance(2_000);
		expect(await statusOf(reference)).toBe("success");
		expect((await sandbox.page(`/pay/${reference}`)).text).toContain("Payment sent");
	});

	test("is refused on its page", async () => {
		const reference = await start(wave);
		await sandbox.form(`/pay/${reference}`, { answer: "refuse" });
		expect(await statusOf(reference)).toBe("failed");
	});

	test("exists for no other flow and no unknown reference", async () => {
		const prompt = await start();
		expect((await sandbox.page(`/pay/${prompt}`)).status).toBe(404);
		expect((await sandbox.page("/pay/DP-CI-WAV-20261120-999999")).status).toBe(404);
	});
});

describe("time", () => {
	test.each([
		["mtn-ci", "2250503456782", 5],
		["orange-money-ci", "2250708123451", 10],
		["wave-ci", "2250708123452", 30],
	])("%s expires after its window, at its moment, and not before", async (operator, phone_number, minutes) => {
		const began = new Date(String((await sandbox.control("GET", "/clock")).json.now)).getTime();
		const reference = await start({ operator, phone_number });
		await sandbox.advance(minutes * MINUTE - 1);
		expect(await statusOf(reference)).toBe("pending");
		await sandbox.advance(3_600_000);
		const { json } = await sandbox.get(`/transactions/status/${reference}/`);
		expect(json.status).toBe("expired");
		expect(json.processed_at).toBe(new Date(began + minutes * MINUTE).toISOString());
	});

	test("loses nothing when the sandbox is restarted: clock, open deposits and their ends stay", async () => {
		const reference = await start();
		const before = await sandbox.control("GET", "/clock");
		await sandbox.restart();
		expect((await sandbox.control("GET", "/clock")).json).toEqual(before.json);
		await sandbox.advance(6 * MINUTE);
		expect(await statusOf(reference)).toBe("expired");
	});

	test("stands where it was put: real time and the offset", async () => {
		const before = Number((await sandbox.control("GET", "/clock")).json.offsetMs);
		await sandbox.advance(1_500);
		const { json } = await sandbox.control("GET", "/clock");
		expect(json).toEqual({ now: new Date(START.getTime() + before + 1_500).toISOString(), offsetMs: before + 1_500 });
	});
});

describe("numbers that decide by themselves", () => {
	test.each([
		["019", "payer_limit"],
		["029", "payer_not_found"],
		["039", "not_approved"],
		["049", "insufficient_balance"],
		["069", "unspecified"],
	])("a deposit from …%s fails with %s", async (suffix, code) => {
		const reference = await start({ phone_number: `2250503456${suffix}` });
		await sandbox.advance(5_000);
		expect(await historyOf(reference)).toEqual(["pending", code, "failed"]);
	});

	test("a deposit from …789 succeeds, whatever the subscriber owns; one from …129 hangs for ever", async () => {
		const paid = await start({ phone_number: "2250503456789", amount: 9_000_000 });
		const stuck = await start({ phone_number: "2250503456129" });
		await sandbox.advance(86_400_000);
		expect([await statusOf(paid), await statusOf(stuck)]).toEqual(["success", "pending"]);
	});

	test.each([
		["089", "recipient_not_found"],
		["119", "unspecified"],
	])("a payout to …%s is reserved, fails with %s and comes back whole, without a movement", async (suffix, code) => {
		const before = await balance();
		const movements = (await sandbox.get("/wallets/fiat/XOF/movements/")).json.length;
		const { json } = await sandbox.post("/transactions/payout/", payout({ destination: `+2250503456${suffix}` }));
		expect(json.status).toBe("pending");
		expect(await balance()).not.toBe(before);
		await sandbox.advance(5_000);
		expect(await historyOf(String(json.reference))).toEqual(["pending", code, "failed"]);
		expect(await balance()).toBe(before);
		expect((await sandbox.get("/wallets/fiat/XOF/movements/")).json).toHaveLength(movements);
	});

	test("a payout to …129 stays reserved; to …169 the wallet is out of funds; to …159 the history is out of order", async () => {
		const stuck = await sandbox.post("/transactions/payout/", payout({ destination: "+2250503456129" }));
		await sandbox.advance(86_400_000);
		expect(await statusOf(String(stuck.json.reference))).toBe("pending");
		const refused = await sandbox.post("/transactions/payout/", payout({ destination: "+2250503456169" }));
		expect([refused.status, refused.json.code]).toEqual([400, "wallet_out_of_funds"]);
		const mixed = await sandbox.post("/transactions/payout/", payout({ destination: "+2250503456159" }));
		expect(await historyOf(String(mixed.json.reference))).toEqual(["success", "pending"]);
	});

	test("a payout to …199 is done and its answer lost, to …189 not done and its answer lost", async () => {
		const made = async () => ((await sandbox.control("GET", "/transactions")).json.items as unknown[]).length;
		const before = await made();
		await expect(sandbox.post("/transactions/payout/", payout({ destination: "+2250503456189" }))).rejects.toThrow();
		expect(await made()).toBe(before);
		await expect(sandbox.post("/transactions/payout/", payout({ destination: "+2250503456199" }))).rejects.toThrow();
		expect(await made()).toBe(before + 1);
	});
});

test("the autopilot lets a subscriber answer, but not while somebody looks at the handset", async () => {
	await sandbox.control("POST", "/settings", { autopilot: true, speed: 1000 });
	const alone = await start({ phone_number: "2250503456700" });
	const watched = await start({ phone_number: "2250503456701" });
	await sandbox.page("/phone/2250503456701");
	await sandbox.advance(10_000);
	expect([await statusOf(alone), await statusOf(watched)]).toEqual(["success", "pending"]);
	await sandbox.advance(60_000);
	expect(await statusOf(watched)).toBe("success");
});
