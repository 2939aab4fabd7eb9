/** What a program that a test starts keeps of the run's own environment: which build is served, and where Node keeps what it has compiled before. */
export function passedOn(): Record<string, string> {
	const { NEXT_DIST_DIR, NODE_COMPILE_CACHE } = process.env;
	return { ...(NEXT_DIST_DIR ? { NEXT_DIST_DIR } : {}), ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) };
}
