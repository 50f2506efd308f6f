import { startSandboxChain } from './sandboxChain.ts'

/**
 * Separate process that keeps the sandbox's chain of argv[2] running. Pays argv[3] one unit of every currency, prints
 * the chain's address and newest saved block, and runs until it is killed.
 */
const chain = await startSandboxChain(process.argv[2] ?? '')
for (const currency of [1, 2, 3]) await chain.faucet.pay(currency, process.argv[3] ?? '', 1n)
await chain.save()
process.stdout.write(`${chain.url} ${chain.savedHead()}\n`)
setInterval(() => {}, 60_000)
