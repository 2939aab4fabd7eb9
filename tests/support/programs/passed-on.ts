/** What a program that a test starts keeps of the run's own environment: which build is served, and where Node keeps what it has compiled before. */
export function passedOn(): Record<string, string> {
	const { NEXT_DIST_DIR, NODE_COMPILE_CACHE } = process.env;
	// The folders of tests are whoever's runs them: what a program does as root is looked at where that is the point.
	return {
		ALLOW_ROOT: "1",
		...(NEXT_DIST_DIR ? { NEXT_DIST_DIR } : {}),
		...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
	};
}
