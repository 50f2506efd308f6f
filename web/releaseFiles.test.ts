import { playExchange } from '@tickmark/core/receipts/toyExchange.testing'
import { crypto, testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { checkReceipt } from '@tickmark/core/receipts/receiptCheck'
import { receiptBlock } from '@tickmark/core/receipts/receiptFile'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiptScript, verifierFile } from './releaseFiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'tickmark-release-'))
afterAll(() => rmSync(folder, { recursive: true }))
const played = playExchange(testCrypto(5), 60)
const won = played.find(
  (one) => one.statement.outcome === 'won' && checkReceipt(one.receipt, crypto).verdict === 'holds',
)
const honest = JSON.stringify(won?.receipt)
const spoilt = honest.replace(/"payout":"\d/, '"payout":"9')

beforeAll(async () => {
  writeFileSync(join(folder, 'verify.mjs'), await verifierFile())
  // Deletes the built-ins that Node 18 lacks and our sources may use.
  writeFileSync(
    join(folder, 'node18.cjs'),
    `for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with'])
       for (const type of [Array, Uint8Array]) delete type.prototype[name]
     delete Object.groupBy; delete Map.groupBy; delete Promise.withResolvers; delete Array.fromAsync
     delete require('node:crypto').hash`,
  )
})

/** Runs the file in an empty folder, on a given Node. */
function verify(node: string, text: string, name: string, flags: string[] = []) {
  writeFileSync(join(folder, name), text)
  return new Promise<{ code: number; said: string }>((settle) => {
    execFile(node, [...flags, 'verify.mjs', name], { cwd: folder }, (error, stdout, stderr) => {
      settle({ code: error ? Number(error.code) : 0, said: `${stdout}${stderr}` })
    })
  })
}

const page = (json: string) =>
  `<!doctype html>\n<p>BROKEN</p>${receiptBlock(JSON.parse(json))}<script>throw 1</script>`
/** The machine's own Node versions, perhaps older than ours. */
const others = ['/usr/bin/node', '/usr/local/bin/node'].filter(existsSync)

test.each([process.execPath, ...others])('%s runs the verifier without any package', async (node) => {
  expect(await verify(node, honest, 'receipt.json')).toMatchObject({ code: 0 })
  expect((await verify(node, page(honest), 'receipt.html')).said).toContain('HOLDS')
  expect(await verify(node, spoilt, 'receipt.json')).toMatchObject({ code: 1 })
  expect((await verify(node, page(spoilt), 'receipt.html')).said).toContain('BROKEN')
  expect(await verify(node, '<p>no data</p>', 'receipt.html')).toMatchObject({ code: 2 })
})

test('the verifier runs without the built-ins that Node 18 lacks', async () => {
  const flags = ['--require', join(folder, 'node18.cjs')]
  expect(await verify(process.execPath, honest, 'receipt.json', flags)).toMatchObject({ code: 0 })
})

test('the same sources give the same bytes, with line feeds alone', async () => {
  const build = async () => ({ verifier: await verifierFile(), script: await receiptScript() })
  const [one, other] = [await build(), await build()]
  expect(other).toEqual(one)
  for (const text of Object.values(one)) expect(text).not.toContain('\r')
  expect(one.verifier).not.toMatch(/from "(?!node:)|import\(/)
  expect(one.script).not.toMatch(/\bimport\b|\bfetch\b|\beval\b|new Function/)
})
