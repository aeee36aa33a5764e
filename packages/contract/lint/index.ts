/** `npx tsx packages/contract/lint/index.ts` lints openapi/ and exits with 1 if it finds anything. */
import { type Contract, operations } from "./contract";
import { readContract } from "./read-contract";
import { redocly } from "./redocly";
import type { Finding } from "./rule";
import { findings, rules } from "./rules";

async function judge(): Promise<{ found: Finding[]; contract?: Contract }> {
	// The mock's control API is not part of the contract, but follows the same style.
	const found = [...(await redocly()), ...(await redocly("openapi/control.yaml"))];
	try {
		const contract = await readContract();
		return { found: [...found, ...findings(contract)], contract };
	} catch (error) {
		// A broken reference makes bundling fail; redocly has already reported it.
		if (found.length > 0) return { found };
		throw error;
	}
}

const { found, contract } = await judge();
for (const { at, rule, says } of found) console.error(`${at}\n\t${rule}: ${says}`);

const outcome = found.length === 0 ? "nothing found" : `${found.length} found`;
const size = contract
	? `${operations(contract).length} operations, ${Object.keys(contract.document.components.schemas).length} schemas, ${rules.length} rules beside redocly's`
	: "redocly's rules only, for the files do not make one document";
console.log(`Contract lint: ${outcome} (${size}).`);
if (found.length > 0) process.exitCode = 1;
