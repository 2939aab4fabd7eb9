/** Logs a reason and fails. */
console.log(JSON.stringify({ level: "error", msg: "cannot open the till" }));
process.exitCode = 3;
