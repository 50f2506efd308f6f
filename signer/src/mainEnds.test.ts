import { appendFileSync, readFileSync, renameSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { newFolder, payOf } from './fixture.testing.ts'
import { endSigners, exitOf, freshRequest, type Running, startSigner } from './main.testing.ts'
import { closeNodes, openNode, YES } from '@tickmark/chainkit/node.testing'

afterEach(async () => {
  await endSigners()
  closeNodes()
})

const entry = resolve(import.meta.dirname, 'main.ts')
const journalOf = (folder: string) => join(folder, 'journal.jsonl')

test('killed between journal and answer, the signer gives the same bytes after a restart', async () => {
  let signer = await startSigner()
  for (let chainNonce = 0; chainNonce < 2; chainNonce++) {
    const request = await freshRequest()
    await signer.ask('/accept', request)
    const asked = payOf(request.intent.nonce, chainNonce)
    await killOnceWritten(signer, asked)
    const signed = lastEntry(signer.folder)
    expect(signed).toMatchObject({ kind: 'signed', request: asked })
    signer = await startSigner(signer.folder)
    expect(await signer.ask('/sign', asked)).toEqual({ status: 200, body: signed.reply })
    const elsewhere = await signer.ask('/sign', { ...asked, chainNonce: 99 })
    expect(elsewhere.body).toEqual({ refused: 'intent_has_other_nonce' })
  }
})

/** Sends a request, and kills the signer as soon as its journal has grown; the answer is not read. */
async function killOnceWritten(signer: Running, asked: object): Promise<void> {
  const { port, hostname } = new URL(signer.url)
  const before = statSync(journalOf(signer.folder)).size
  const socket = connect(Number(port), hostname)
  await new Promise<void>((done) => socket.once('connect', done))
  const body = JSON.stringify(asked)
  const head = ['POST /sign HTTP/1.1', 'host: signer', `authorization: Bearer ${signer.token}`]
  socket.write([...head, `content-length: ${body.length}`, '', body].join('\r\n'))
  const patienceEndsMs = Date.now() + 60_000
  while (statSync(journalOf(signer.folder)).size === before && Date.now() < patienceEndsMs);
  const exit = signer.kill('SIGKILL')
  socket.destroy()
  await exit
}

function lastEntry(folder: string): { reply?: object } {
  const line = readFileSync(journalOf(folder), 'utf8').trimEnd().split('\n').at(-1) ?? ''
  return JSON.parse(line.slice(65)) as { reply?: object }
}

test('killed at any moment, the signer restarts and keeps everything it has answered', async () => {
  let signer = await startSigner()
  const answered: { asked: object; body: object }[] = []
  for (let round = 0; round < 2; round++) {
    const requests = await Promise.all(Array.from({ length: 20 }, () => freshRequest()))
    const { child } = signer
    for (const [i, request] of requests.entries()) {
      if (i === 2) setTimeout(() => child.kill('SIGKILL'), 3 + 10 * round)
      const asked = payOf(request.intent.nonce, round * 100 + i)
      const line = signer.ask
      const reply = await line('/accept', request)
        .then(() => line('/sign', asked))
        .catch(() => null)
      if (reply?.status === 200) answered.push({ asked, body: reply.body })
    }
    await exitOf(child)
    signer = await startSigner(signer.folder)
  }
  for (const { asked, body } of answered)
    expect(await signer.ask('/sign', asked)).toEqual({ status: 200, body })
  expect(answered.length).toBeGreaterThanOrEqual(4)
})

test('a second signer on the same folder is refused, but not after the first was killed', async () => {
  const signer = await startSigner()
  await expect(startSigner(signer.folder)).rejects.toThrow('another signer is running on')
  const known = (await signer.ask('/public')).body
  await signer.kill('SIGKILL')
  const next = await startSigner(signer.folder)
  expect((await next.ask('/public')).body).toEqual(known)
})

test('the signer ends with its standard input, and on a signal', async () => {
  const orphan = await startSigner()
  orphan.child.stdin?.end()
  expect(await exitOf(orphan.child)).toBe(0)
  const asked = await startSigner(orphan.folder)
  expect(await asked.kill('SIGTERM')).toBe(0)
})

test('at the start a torn line is removed; a changed line, a lost key or a wrong setting stops the signer', async () => {
  const signer = await startSigner()
  const request = await freshRequest()
  await signer.ask('/accept', request)
  await signer.kill('SIGKILL')
  const { folder } = signer
  appendFileSync(journalOf(folder), 'torn')
  const again = await startSigner(folder)
  expect(await again.ask('/accept', request)).toEqual({ status: 200, body: { accepted: true } })
  await again.kill('SIGKILL')
  await expect(startSigner(folder, { SIGNER_TOKEN: 'short' })).rejects.toThrow('at least 32 characters')
  renameSync(join(folder, 'keys.json'), join(folder, 'kept'))
  await expect(startSigner(folder)).rejects.toThrow('is missing, and a journal was written with it')
  renameSync(join(folder, 'kept'), join(folder, 'keys.json'))
  appendFileSync(journalOf(folder), 'changed\n')
  await expect(startSigner(folder)).rejects.toThrow('is not what this signer wrote there')
})

test('a full disk is reported, nothing more is signed, and earlier answers stay', async () => {
  const limit = ['bash', '-c', `ulimit -f 4; exec "${process.execPath}" "${entry}"`] as const
  const signer = await startSigner(newFolder(), {}, limit)
  const requests = await Promise.all(Array.from({ length: 12 }, () => freshRequest()))
  const statuses: number[] = []
  for (const request of requests) statuses.push((await signer.ask('/accept', request)).status)
  const kept = statuses.filter((status) => status === 200).length
  expect(statuses).toEqual([...Array<number>(kept).fill(200), ...Array<number>(12 - kept).fill(503)])
  expect(kept).toBeGreaterThan(0)
  expect(kept).toBeLessThan(12)
  await signer.kill('SIGKILL')
  const again = await startSigner(signer.folder)
  for (const [i, request] of requests.entries()) {
    const { status, body } = await again.ask('/sign', payOf(request.intent.nonce, i))
    expect([status, body['refused']]).toEqual(i < kept ? [200, undefined] : [409, 'intent_unknown'])
  }
})

test('a contract wallet’s payment is accepted when its node confirms the signature, and not without a node [T14]', async () => {
  const node = await openNode({ eth_chainId: '0x1', eth_call: YES })
  const signer = await startSigner(newFolder(), { SIGNER_ETH_RPC: node.url, SIGNER_ETH_CHAIN_ID: '31337' })
  const wallet = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
  const request = { ...(await freshRequest()), account: wallet, signature: '0xaabb' }
  expect((await signer.ask('/accept', request)).status).toBe(503)
  node.answers.eth_chainId = '0x7a69'
  node.answers.eth_call = '0x'
  expect(await signer.ask('/accept', request)).toEqual({ status: 409, body: { refused: 'signature_wrong' } })
  node.answers.eth_call = YES
  expect(await signer.ask('/accept', request)).toEqual({ status: 200, body: { accepted: true } })
  expect((await signer.ask('/sign', payOf(request.intent.nonce, 0))).status).toBe(200)
  closeNodes()
  const later = { ...(await freshRequest()), account: wallet, signature: '0xaabb' }
  expect((await signer.ask('/accept', later)).status).toBe(503)
  expect((await signer.ask('/accept', await freshRequest())).status).toBe(200)
})
