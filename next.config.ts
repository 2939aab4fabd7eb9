import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";
import { ASSET_HEADERS } from "./server/http/headers/security-headers.ts";

const withNextIntl = createNextIntlPlugin({
	requestConfig: "./app/i18n.ts",
	experimental: {
		// Messages are parsed when the desk is built, so that the browser loads no parser.
		messages: { path: "./lib/i18n", locales: ["en", "fr"], format: "json", precompile: true },
	},
});

/** Routes with bodies longer than Next keeps for proxy.ts; the `matcher` of proxy.ts leaves them out. */
const LONG_BODIES = [
	"/api/batches",
	"/api/batches/table",
	"/api/batches/:id/decision",
	"/api/recipients/import",
	"/api/wallet-gaps",
];

const nextConfig: NextConfig = {
	poweredByHeader: false,
	// Nothing is served from elsewhere and no picture is resized: the optimizer is only an attack surface.
	images: { unoptimized: true },
	serverExternalPackages: [
		"pg",
		"undici",
		"pino",
		"kysely",
		"cockatiel",
		"prom-client",
		"@zxcvbn-ts/core",
		"@zxcvbn-ts/language-common",
		"@zxcvbn-ts/language-en",
		"@zxcvbn-ts/language-fr",
	],
	// Tests build and serve beside a running demo.
	distDir: process.env.NEXT_DIST_DIR ?? ".next",
	// server/cli/launcher/build.ts derives it from the sources, so it is equal on all machines of a desk.
	generateBuildId: () => process.env.CAURI_BUILD_ID ?? null,
	devIndicators: false,
	// proxy.ts writes the headers of everything else, and a finished build's files are answered by `precompressed-assets.ts`.
	headers: async () =>
		["/_next/static/:path*", ...LONG_BODIES].map((source) => ({
			source,
			headers: Object.entries(ASSET_HEADERS).map(([key, value]) => ({ key, value })),
		})),
	// `npm run check` checks the types, so that the build at a first start need not.
	typescript: { ignoreBuildErrors: true },
	experimental: {
		// Makes `forbidden()` answer 403 with the nearest forbidden.tsx.
		authInterrupts: true,
		// Writing a cache for a second build takes a quarter of the first build's time, and most desks build each version once.
		turbopackFileSystemCacheForBuild: false,
		// Bytes before minification: smaller chunks are merged, because many small files compress worse.
		turbopackChunking: { minChunkSize: 70_000 },
		// A start does not wait for every page's modules: `warmUp` in server/cli/web/web-server.ts says which come first.
		preloadEntriesOnStart: false,
		// Next keeps this much of each body for proxy.ts and cuts the rest. Bodies have at most 64 KB, except those of LONG_BODIES.
		proxyClientMaxBodySize: "128kb",
	},
};

const config = withNextIntl(nextConfig);

// Formats numbers in sentences by the desk's own formatter: this alias replaces the one that `withNextIntl` sets.
export default {
	...config,
	turbopack: {
		...config.turbopack,
		resolveAlias: { ...config.turbopack?.resolveAlias, "use-intl/format-message": "./lib/i18n/format-message.ts" },
	},
} satisfies NextConfig;
