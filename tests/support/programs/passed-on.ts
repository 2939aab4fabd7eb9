/** Variables that tests pass on to programs: the build to serve, and Node's compile cache. */
export function passedOn(): Record<string, string> {
	const { NEXT_DIST_DIR, NODE_COMPILE_CACHE } = process.env;
	// Test folders belong to the user of the run; other tests cover running as root.
	return {
		ALLOW_ROOT: "1",
		...(NEXT_DIST_DIR ? { NEXT_DIST_DIR } : {}),
		...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
	};
}
