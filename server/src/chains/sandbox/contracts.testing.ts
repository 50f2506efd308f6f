import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import solc from 'solc'
import * as z from 'zod/mini'

// The test contracts are shipped compiled. After a change to one: node server/src/chains/sandbox/contracts.testing.ts

/** The compiler's own types are empty. */
const solidity = solc as unknown as { compile(input: string): string }
const NAMES = ['TestUSDT', 'TestUSDC'] as const

const compiled = z.object({
  errors: z.optional(z.array(z.object({ severity: z.string(), formattedMessage: z.string() }))),
  contracts: z.optional(
    z.record(
      z.string(),
      z.record(z.string(), z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) })),
    ),
  ),
})

/** Creation code of every contract in the sources (by file name), with 0x in front; throws the compiler's messages. */
export function compile(sources: Record<string, string>): Record<string, string> {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(sources).map(([name, content]) => [name, { content }])),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      // No metadata of the build environment in the bytes, so that every build gives the same code.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  }
  const output = z.parse(compiled, JSON.parse(solidity.compile(JSON.stringify(input))))
  const errors = (output.errors ?? []).filter((one) => one.severity === 'error')
  if (errors.length > 0) throw new Error(errors.map((one) => one.formattedMessage).join('\n'))
  const contracts = Object.values(output.contracts ?? {}).flatMap((file) => Object.entries(file))
  return Object.fromEntries(contracts.map(([name, { evm }]) => [name, `0x${evm.bytecode.object}`]))
}

/** Compiles the sandbox's contracts from their sources. */
export function compileSandbox(): Record<string, string> {
  const sources = NAMES.map((name) => [
    `${name}.sol`,
    readFileSync(join(import.meta.dirname, `${name}.sol`), 'utf8'),
  ])
  return compile(Object.fromEntries(sources) as Record<string, string>)
}

if (import.meta.main) {
  writeFileSync(join(import.meta.dirname, 'contracts.json'), `${JSON.stringify(compileSandbox(), null, 2)}\n`)
}
