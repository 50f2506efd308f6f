import { signerPublic, signReply } from '@tickmark/wire/signer'
import fc from 'fast-check'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseTransaction } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { owner, PAYEE, payOf, stranger } from './fixture.testing.ts'
import { endSigners, freshRequest, OWN_CONNECTION, type Running, startSigner } from './main.testing.ts'

let signer: Running
const folder = mkdtempSync(join(tmpdir(), 'tickmark-signer-'))
beforeAll(async () => {
  signer = await startSigner(folder)
})
afterAll(async () => {
  await endSigners()
  rmSync(folder, { recursive: true })
})

test('an intent is accepted, signed and called back over HTTP', async () => {
  const request = await freshRequest({ currency: 'ETH', amount: '0.5', feeCap: '0.01' })
  const { nonce } = request.intent
  expect(await signer.ask('/sign', payOf(nonce, 0))).toEqual({
    status: 409,
    body: { refused: 'intent_unknown' },
  })
  expect(await signer.ask('/accept', request)).toEqual({ status: 200, body: { accepted: true } })
  expect(await signer.ask('/accept', request)).toEqual({ status: 200, body: { accepted: true } })
  const { status, body } = await signer.ask('/sign', payOf(nonce, 0))
  expect(status).toBe(200)
  const { raw } = signReply.parse(body)
  expect(parseTransaction(raw as `0x02${string}`)).toMatchObject({ to: PAYEE.toLowerCase(), chainId: 31337 })
  expect(await signer.ask('/revoke', { intentNonce: nonce })).toEqual({
    status: 200,
    body: { revoked: false },
  })
  const other = await freshRequest()
  await signer.ask('/accept', other)
  const callBack = { intentNonce: other.intent.nonce }
  expect(await signer.ask('/revoke', callBack)).toEqual({ status: 200, body: { revoked: true } })
  expect(await signer.ask('/sign', payOf(other.intent.nonce, 1))).toEqual({
    status: 409,
    body: { refused: 'intent_revoked' },
  })
  const told = signerPublic.parse((await signer.ask('/public')).body)
  expect(told.chains.map(({ nextNonce }) => nextNonce)).toEqual([1, 0])
})

test('extra fields of a request are ignored: the payment is as signed', async () => {
  const request = await freshRequest({ currency: 'ETH', amount: '0.5', feeCap: '0.01' })
  const crowded = { ...request, to: stranger.address, intent: { ...request.intent, value: '99', memo: 'x' } }
  expect(await signer.ask('/accept', crowded)).toEqual({ status: 200, body: { accepted: true } })
  const more = { to: stranger.address, value: '1', data: '0x00', chainId: 1, feeLimit: '9' }
  const { body } = await signer.ask('/sign', { ...payOf(request.intent.nonce, 1), ...more })
  const paid = parseTransaction(signReply.parse(body).raw as `0x02${string}`)
  expect(paid).toMatchObject({ to: PAYEE.toLowerCase(), value: 5n * 10n ** 17n, chainId: 31337 })
})

test.for([
  ['none', {}],
  ['an empty one', { authorization: '' }],
  ['another word', { authorization: 'Bearer another' }],
  ['the word without its kind', { authorization: 'the-word-that-opens-the-door-of-the-signer' }],
  ['a part of the word', { authorization: 'Bearer the-word-that-opens-the-door-of-the-signe' }],
  ['the word and more', { authorization: 'Bearer the-word-that-opens-the-door-of-the-signerx' }],
] as const)('with %s as token the answer is 401, and nothing happens', async ([_what, headers]) => {
  const size = statSync(join(signer.folder, 'journal.jsonl')).size
  for (const path of ['/public', '/accept', '/sign', '/revoke', '/']) {
    const body = JSON.stringify(path === '/accept' ? await freshRequest() : { intentNonce: 'x' })
    const isRead = path === '/public'
    const answer = await fetch(signer.url + path, {
      headers: { ...OWN_CONNECTION, ...headers },
      ...(!isRead && { method: 'POST', body }),
    })
    expect([answer.status, await answer.text()]).toEqual([401, '{"error":"token"}'])
  }
  expect(statSync(join(signer.folder, 'journal.jsonl')).size).toBe(size)
})

test('any unreadable request is 400', async () => {
  const good = JSON.stringify(await freshRequest())
  const bodies: (string | Uint8Array<ArrayBuffer>)[] = [
    '',
    ' ',
    '{',
    'null',
    '[]',
    '0',
    '"too_long"',
    'undefined',
    '{"intent":null}',
    '{"__proto__":{}}',
    good.slice(0, -1),
    `${good}x`,
    `[${good}]`,
    good.replace('"walletType":1', '"walletType":3'),
    good.replace('"amount":"12.5"', '"amount":12.5'),
    good.replace('"amount":"12.5",', ''),
    '['.repeat(30_000),
    Uint8Array.of(0xff, 0xfe, 0),
  ]
  for (const path of ['/accept', '/sign', '/revoke'])
    for (const body of bodies) expect([body, await signer.post(path, body)]).toEqual([body, 400])
  for (const changes of [
    { chainNonce: -1 },
    { chainNonce: 1.5 },
    { gasLimit: 20_999 },
    { maxFeePerGas: '-1' },
  ])
    expect((await signer.ask('/sign', { ...payOf('x', 0), ...changes })).status).toBe(400)
})

test('no body and no path crash the signer', async () => {
  const known = await freshRequest()
  await signer.ask('/accept', known)
  const changed = fc.record({
    signature: fc.string({ unit: 'binary', maxLength: 200 }),
    account: fc.string({ unit: 'binary', maxLength: 60 }),
    walletType: fc.constantFrom(1, 2),
    intent: fc.constant(known.intent),
  })
  const body = fc.oneof(
    changed,
    fc.record({ intentNonce: fc.string({ unit: 'binary', minLength: 1 }) }),
    fc.jsonValue(),
  )
  const path = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('/accept', '/sign', '/revoke') },
    fc.webPath(),
  )
  await fc.assert(
    fc.asyncProperty(path, body, async (to, given) => {
      const status = await signer.post(to, JSON.stringify(given))
      expect([200, 400, 404, 409]).toContain(status)
    }),
    { numRuns: 100 },
  )
  expect(await signer.ask('/accept', known)).toEqual({ status: 200, body: { accepted: true } })
})

test('a body that is too large is 413, and other paths are 404', async () => {
  expect(await signer.post('/accept', 'x'.repeat(64 * 1_024))).toBe(400)
  expect(await signer.post('/accept', 'x'.repeat(64 * 1_024 + 1))).toBe(413)
  expect(await signer.post('/accept', new Uint8Array(3_000_000))).toBe(413)
  for (const path of ['/', '/Sign', '/sign/', '/sign?x=1', '/public']) {
    expect(await signer.post(path, '{}')).toBe(404)
  }
  expect((await signer.ask('/sign')).status).toBe(404)
})

test('it prints no keys, tokens or signatures, and only its owner can read its folder', async () => {
  const request = await freshRequest()
  await signer.ask('/accept', request)
  await signer.ask('/sign', payOf(request.intent.nonce, 7))
  const keys = readFileSync(join(signer.folder, 'keys.json'), 'utf8')
  const seed = /[0-9a-f]{64}/.exec(keys)?.[0] ?? 'none'
  const all = signer.said.out + signer.said.err + readFileSync(join(signer.folder, 'journal.jsonl'), 'utf8')
  expect(all).toContain('answered')
  expect(all).not.toContain(seed)
  expect(all).not.toContain('the-word-that-opens')
  expect(signer.said.err).not.toContain(request.signature.slice(2))
  expect(signer.said.err).not.toContain(owner.address)
  for (const name of readdirSync(signer.folder))
    expect(statSync(join(signer.folder, name)).mode & 0o077).toBe(0)
})
