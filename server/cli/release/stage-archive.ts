/** Fills the archive's folder: the `cauri` command, the texts, and `program` with sources, pages, Node and PostgreSQL. */
import { execFileSync } from "node:child_process";
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { distDir } from "#server/cli/launcher/build.ts";
import { PROJECT } from "#server/cli/launcher/project.ts";
import { isShipped, shippedPackages } from "#server/cli/release/shipped-packages.ts";
import product from "../../../package.json" with { type: "json" };

const SOURCES = ["package.json", "lib", "public", "server"];
const TEXTS = ["LICENSE", "CHANGELOG.md", ".env.example"];
/** Files of `.next` that a running desk never reads: caches, types, traces and source maps of the build. */
const OF_THE_BUILD = /^(cache|types|diagnostics|build|dev|lock|trace|trace-build|turbopack)$|\.nft\.json$|\.map$/;

/** `folder` must not exist. */
export function stageArchive(folder: string): void {
	const program = join(folder, "program");
	stageSources(folder);
	stageBuild(join(program, ".next"));
	for (const { path } of shippedPackages()) stagePackage(path, join(program, path));
	writeFileSync(join(folder, "sbom.cdx.json"), `${JSON.stringify(materials(), null, "\t")}\n`);
}

/** Stages everything but the built pages, the packages and their list. */
export function stageSources(folder: string): void {
	const program = join(folder, "program");
	mkdirSync(program, { recursive: true });
	for (const text of TEXTS) cpSync(join(PROJECT, text), join(folder, text));
	cpSync(join(PROJECT, "docs", "operate.md"), join(folder, "operate.md"));
	cpSync(join(PROJECT, "docs", "deploy"), join(folder, "deploy"), { recursive: true });
	cpSync(join(PROJECT, "server", "cli", "release", "cauri.sh"), join(folder, "cauri"));
	execFileSync("chmod", ["755", join(folder, "cauri")]);
	// The settings are beside the command, so that an update, which replaces `program`, keeps them.
	symlinkSync(join("..", ".env"), join(program, ".env"));
	for (const source of SOURCES) cpSync(join(PROJECT, source), join(program, source), { recursive: true });
	for (const source of ["lib", "server"]) stripTypes(join(program, source));
}

/**
 * Renames each `x.ts` to `x.js`, including where a file quotes its name, and removes the types; code keeps its line and column. Node could
 * run `x.ts`, but would load a parser of types, 20 MB in each process.
 */
function stripTypes(folder: string): void {
	for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
		if (!name.endsWith(".ts")) continue;
		const file = join(folder, name);
		const script = stripTypeScriptTypes(readFileSync(file, "utf8")).replaceAll(
			/(["'`])([^"'`\n]+)\.ts\1/g,
			"$1$2.js$1",
		);
		writeFileSync(file.replace(/\.ts$/, ".js"), script);
		rmSync(file);
	}
}

function stageBuild(target: string): void {
	const build = resolve(PROJECT, distDir());
	cpSync(build, target, {
		recursive: true,
		verbatimSymlinks: true,
		filter: (source) => !OF_THE_BUILD.test(source.slice(build.length + 1)),
	});
	for (const name of ["required-server-files.json", "required-server-files.js"]) {
		// Replaces the path of the build, because it would make two archives of one commit differ.
		const text = readFileSync(join(target, name), "utf8");
		writeFileSync(join(target, name), text.replaceAll(join(PROJECT), "/cauri"));
	}
}

/** Copies a package without the packages inside it, which the lockfile lists separately. */
function stagePackage(path: string, target: string): void {
	const source = join(PROJECT, path);
	mkdirSync(dirname(target), { recursive: true });
	cpSync(source, target, {
		recursive: true,
		verbatimSymlinks: true,
		filter: (file) => {
			const inside = file.slice(source.length);
			if (basename(file) === "node_modules" && lstatSync(file).isDirectory()) return false;
			return isShipped(path + inside);
		},
	});
}

/** Returns the archive's packages as CycloneDX, from the lockfile: npm's own listing leaves some out and writes the time. */
function materials(): object {
	const components = shippedPackages().map(({ name, version, integrity, license }) => ({
		...{ type: "library", "bom-ref": `${name}@${version}`, name, version },
		purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
		hashes: integrity ? [{ alg: "SHA-512", content: Buffer.from(integrity.slice(7), "base64").toString("hex") }] : [],
		licenses: license ? [{ license: { id: license } }] : [],
	}));
	const component = {
		type: "application",
		"bom-ref": `cauri@${product.version}`,
		name: "cauri",
		version: product.version,
	};
	return { bomFormat: "CycloneDX", specVersion: "1.5", version: 1, metadata: { component }, components };
}
