import { hexOf } from '@tickmark/core/bytes'
import { checkpointKey, parseCheckpoint } from '@tickmark/core/log/checkpoint'
import { cosign, keyText, namedKey, splitNote } from '@tickmark/core/log/note'
import type { WitnessedHead } from '@tickmark/core/log/witnessed'
import { CLOSING_FORMAT } from '@tickmark/core/receipts/answerShape'
import { testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { playExchange } from '@tickmark/core/receipts/toyExchange.testing'
import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { runCommand } from './main.ts'
import { nodeCrypto } from './crypto/nodeCrypto.ts'

const lent = testCrypto(31)
const played = playExchange(lent, 40)
const { receipt } = played.find((one) => one.statement.outcome === 'won' && one.lacks.length === 0) ?? {
  receipt: null,
}
if (!receipt) throw new Error('an order of forty is won')
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const bytes = new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
const witness = namedKey({ name: 'witness.example/w1', type: 4, publicKey: bytes }, nodeCrypto.sha256)
const logKey = checkpointKey(lent.keys.origin, lent.keys.log, nodeCrypto.sha256)
const { text } = splitNote(receipt.checkpoint) ?? { text: '' }
const size = parseCheckpoint(text)?.size ?? 0
const AT = Date.UTC(2026, 10, 22, 12) / 1000
const line = cosign(text, AT, witness, (message) => sign(null, message, privateKey))
const signed: WitnessedHead = { checkpoint: receipt.checkpoint + line, proof: [] }
const policy = `log ${keyText(logKey)}\nwitness mine ${keyText(witness)}\nquorum mine\n`

const closed = played.find((one) => one.receipt.consents.close)?.receipt
const closing = {
  format: CLOSING_FORMAT,
  settlement: closed?.settlement,
  proof: closed?.settlementProof,
  consent: closed?.consents.close,
  head: receipt.checkpoint,
  keys: receipt.keys,
}

const FILES: Record<string, string> = {
  closing: JSON.stringify(closing),
  bare: JSON.stringify(receipt),
  file: JSON.stringify({ receipt, witnessed: signed }),
  unsigned: JSON.stringify({ receipt, witnessed: { ...signed, checkpoint: receipt.checkpoint } }),
  forged: JSON.stringify({
    receipt,
    witnessed: { ...signed, checkpoint: `${receipt.checkpoint}${line.slice(0, -9)}AAAAAAA=\n` },
  }),
  policy,
  stranger: `witness mine ${keyText(witness)}\nlog ${keyText(checkpointKey(lent.keys.origin, hexOf(bytes), nodeCrypto.sha256))}\nquorum mine\n`,
  nobody: 'quorum none\n',
  faulty: 'quorum\n',
}

/** A house that serves this witnessed head. */
function reachOf(witnessed: string | null) {
  const asked: string[] = []
  return {
    asked,
    fetch: ((url: URL) => {
      asked.push(url.pathname + url.search)
      if (url.pathname.endsWith('/checkpoint/witnessed'))
        return Promise.resolve(new Response(witnessed, { status: witnessed === null ? 404 : 200 }))
      return Promise.resolve(new Response(JSON.stringify({ from: size, to: size, proof: [] })))
    }) as typeof fetch,
    wait: () => Promise.resolve(),
  }
}

function runOn(args: string[], witnessed: string | null = null) {
  const reach = reachOf(witnessed)
  const readable = new Map(Object.entries(FILES))
  /** Like standard input, each file can be read only once. */
  const read = (path: string) => {
    const found = readable.get(path)
    if (found === undefined) throw new Error(`no such file: ${path}`)
    readable.delete(path)
    return found
  }
  return runCommand(args, reach, read).then((outcome) => ({ ...outcome, asked: reach.asked }))
}

test.each([
  [
    'holds when the file has the signatures',
    ['file', '--policy', 'policy'],
    0,
    'mine (witness.example/w1) signed at 2026-11-22 12:00:00.000Z',
  ],
  [
    'is not proven without a witnessed head',
    ['bare', '--policy', 'policy'],
    3,
    '  NOT SHOWN  There is no head with signatures of witnesses here: add --url to ask the house',
  ],
  [
    'is not proven when too few have signed',
    ['unsigned', '--policy', 'policy'],
    3,
    'mine (witness.example/w1) has not signed it',
  ],
  [
    'is broken when a signature is forged',
    ['forged', '--policy', 'policy'],
    1,
    '  BROKEN  The witnessed head is not one of this log',
  ],
  [
    'is broken when the policy lists another log',
    ['file', '--policy', 'stranger'],
    1,
    'does not list this log',
  ],
  [
    'holds when the policy asks for nobody',
    ['file', '--policy', 'nobody'],
    0,
    'The policy asks for no witness.',
  ],
  ['is not read with a faulty policy', ['file', '--policy', 'faulty'], 2, 'the policy file, line 1'],
  ['needs the policy for --url', ['file', '--url', 'https://house.example'], 2, 'Usage'],
  ['says without a policy that no witness vouches', ['file'], 0, 'No witness vouches here for the log'],
])('a receipt %s', async (_, args, code, words) => {
  const outcome = await runOn(args)
  expect(outcome.text).toContain(words)
  expect(outcome).toMatchObject({ code, asked: [] })
})

test('with --url, the house’s newest witnessed head decides', async () => {
  const args = ['bare', '--policy', 'policy', '--url', 'https://house.example/sub', '--json']
  const found = await runOn(args, signed.checkpoint)
  expect(found.asked).toEqual([
    '/sub/log/checkpoint/witnessed',
    `/sub/log/proof/consistency?from=${size}&to=${size}`,
  ])
  expect(found.code).toBe(0)
  expect(JSON.parse(found.text)).toMatchObject({
    verdict: 'holds',
    witnesses: { ok: true, size, vouching: { signed: 1, quorumSeconds: AT } },
  })
  expect(await runOn(args)).toMatchObject({ code: 3 })
  expect(JSON.parse((await runOn(args)).text)).toMatchObject({ witnesses: { problem: 'missing' } })
})

test('an answer of the house holds only if witnesses trusted by its reader signed', async () => {
  const args = ['closing', '--policy', 'policy']
  const asking = [...args, '--url', 'https://house.example']
  const [vouched, lacking] = [await runOn(asking, signed.checkpoint), await runOn(asking)]
  expect([vouched.code, lacking.code]).toEqual([0, 3])
  expect(vouched.text).toContain('mine (witness.example/w1) signed at')
  expect(lacking.text).toContain('NOT PROVEN')
  expect(await runOn(args)).toMatchObject({ code: 3 })
  expect(await runOn(['closing'])).toMatchObject({ code: 0 })
})
