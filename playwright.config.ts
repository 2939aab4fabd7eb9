import { defineConfig } from "playwright/test";
import { findChromium } from "./tests/run/chromium.ts";

export default defineConfig({
	testDir: "tests/e2e",
	outputDir: "test-results/e2e",
	globalSetup: "./tests/support/browser/browser-setup.ts",
	// Each worker has a whole stack, and often waits for it: a third one fills the pauses of two.
	workers: 3,
	fullyParallel: true,
	forbidOnly: true,
	retries: 0,
	// Two to three times what a slow machine needs: nothing sleeps, so only a failure takes as long.
	timeout: 90_000,
	expect: { timeout: 20_000 },
	reporter: "list",
	projects: [
		// First: many wait for a long time while others work, and what starts a stack of its own is not left for the end.
		{ name: "apart", testMatch: "apart/**/*.spec.ts", teardown: "aftermath" },
		{ name: "desk", testIgnore: ["apart/**", "aftermath/**"], teardown: "aftermath" },
		// Looks at what the whole run has left, also when it failed.
		{ name: "aftermath", testMatch: "aftermath/**" },
	],
	use: {
		locale: "en-GB",
		timezoneId: "Africa/Abidjan",
		colorScheme: "light",
		// No test looks at motion, so none waits for it.
		contextOptions: { reducedMotion: "reduce" },
		viewport: { width: 1280, height: 800 },
		screenshot: "only-on-failure",
		actionTimeout: 20_000,
		launchOptions: {
			executablePath: findChromium() ?? undefined,
			args: [
				"--no-sandbox",
				"--disable-gpu",
				"--disable-background-networking",
				"--no-first-run",
				"--disable-component-update",
				"--disable-sync",
				"--disable-quic",
				// No second renderer held ready for each test.
				"--disable-features=SpareRendererForSitePerProcess",
			],
		},
	},
});
