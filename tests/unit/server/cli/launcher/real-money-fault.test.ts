import { expect, test } from "vitest";
import { realMoneyFault } from "#server/cli/launcher/real-money-fault.ts";

const REAL = "https://momo.example.com/api/v1/";
const LOCAL = "http://localhost:4010/api/v1/";

test.each([
	["a .env of a real desk", {}, `MOMO_BASE_URL=${REAL}\n`, ".env"],
	["a .env of a real desk, in development too", { NODE_ENV: "development" }, `export MOMO_BASE_URL="${REAL}"`, ".env"],
	["a .env that names nothing readable", {}, "MOMO_BASE_URL=momo.example.com", ".env"],
	["a real service in production", { NODE_ENV: "production", MOMO_BASE_URL: REAL }, "", "in production"],
])("the sandbox refuses %s", (_name, env, file, reason) => {
	expect(realMoneyFault(env, file)).toContain(reason);
});

test.each([
	["nothing", {}, ""],
	["a .env of a demo", {}, `MOMO_BASE_URL=${LOCAL}`],
	["the demo's own environment over a .env", { NODE_ENV: "production", MOMO_BASE_URL: LOCAL }, `MOMO_BASE_URL=${REAL}`],
])("the sandbox starts beside %s", (_name, env, file) => {
	expect(realMoneyFault(env, file)).toBeNull();
});
