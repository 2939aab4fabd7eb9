/** Says why and falls. */
console.log(JSON.stringify({ level: "error", msg: "cannot open the till" }));
process.exitCode = 3;
