import { expect, test } from 'vitest'
import { caller, setServer, wallet } from '../app/app.testing.ts'
import { operatorCaller, operatorOf, proveAddress } from '../app/operatorCaller.testing.ts'

const RATES = [
  'challenge=9999/60 verify=9999/60 read=9999/60 write=9999/60',
  'factor=5/60 guess=12/60 passkey=3/60 code=1/60',
].join(' ')
const server = setServer({ env: { CONTENT: 'none', RATES, TRUSTED_PROXIES: '127.0.0.1' } })
const url = () => server.url

/** A session that owes its second factor, as far as the wallet alone gets. */
async function half(network: string, account: ReturnType<typeof wallet>) {
  const who = caller(url, { 'x-forwarded-for': network })
  expect((await proveAddress(who, account)).body.data).toMatchObject({ session: { state: 'factor' } })
  return who
}
const guess = async (who: ReturnType<typeof caller>) =>
  (await who.post('/api/console/factor/code/prove', { json: { code: '000000' } })).body.code

test('wrong codes and passkeys from a thief of the wallet elsewhere do not lock the operator out', async () => {
  const account = wallet(441)
  await operatorCaller(server, { roles: ['viewer'], account })
  const thief = await half('203.0.113.1', account)
  for (let i = 0; i < 5; i++) expect(await guess(thief)).toBe('code_wrong')
  expect(await guess(thief)).toBe('too_many_requests')
  // Another session in the same network gets no attempts of its own.
  expect(await guess(await half('203.0.113.1', account))).toBe('too_many_requests')
  const prove = async (who: ReturnType<typeof caller>) =>
    (await who.post('/api/console/factor/passkey/prove', { json: { response: { id: 'x' } } })).body.code
  for (let i = 0; i < 3; i++) expect(await prove(thief)).toBe('passkey_invalid')
  expect(await prove(thief)).toBe('too_many_requests')

  const own = await operatorOf(url, account, { to: caller(url, { 'x-forwarded-for': '203.0.113.7' }) })
  expect((await own.get('/api/console/operators')).status).toBe(200)
  expect(await prove(await half('203.0.113.7', account))).toBe('passkey_invalid')
})

test('guesses from many networks together are limited', async () => {
  const account = wallet(442)
  await operatorCaller(server, { roles: ['viewer'], account })
  const codes: (string | undefined)[] = []
  for (let i = 1; i <= 13; i++) codes.push(await guess(await half(`198.51.100.${i}`, account)))
  expect(codes.filter((one) => one === 'code_wrong')).toHaveLength(11)
  expect(codes.at(-1)).toBe('too_many_requests')
})

test('a caller without the operator’s wallet locks nobody out: none of the attempts counts', async () => {
  const account = wallet(444)
  const own = await operatorCaller(server, { roles: ['viewer'], account })
  const [other, user] = [wallet(445), caller(url, { 'x-forwarded-for': '198.51.100.99' })]
  await operatorCaller(server, { roles: ['viewer'], account: other })
  for (let i = 100; i <= 104; i++) {
    const stranger = caller(url, { 'x-forwarded-for': `198.51.100.${i}` })
    const forged = caller(url, { 'x-forwarded-for': `198.51.100.${i}` })
    forged.cookies.set('console', own.address.padEnd(43, 'x').slice(0, 43))
    // The address is public, and anyone may request a text to sign for it: here somebody else signs it.
    const given = { address: account.address, walletType: 1 }
    const asked = await stranger.post('/api/console/session/challenge', { json: given })
    const { message } = asked.body.data as { message: string }
    const signature = await other.signMessage({ message })
    const signed = await stranger.post('/api/console/session', { json: { ...given, message, signature } })
    expect(signed.body.code).toBe('signature_wrong')
    for (const who of [stranger, forged, user]) expect(await guess(who)).toBe('sign_in_first')
    const theirs = await half(`198.51.100.${i}`, other)
    for (let tries = 0; tries < 3; tries++) await guess(theirs)
  }
  const back = await operatorOf(url, account, { to: caller(url, { 'x-forwarded-for': '198.51.100.104' }) })
  expect((await back.get('/api/console/operators')).status).toBe(200)
})

test('an open session can show its factor again, however many codes a thief of the wallet tries', async () => {
  const account = wallet(446)
  const own = await operatorCaller(server, { roles: ['viewer'], account })
  const codes: (string | undefined)[] = []
  for (let i = 150; i <= 162; i++) codes.push(await guess(await half(`198.51.100.${i}`, account)))
  expect(codes.at(-1)).toBe('too_many_requests')
  const shown = await own.post('/api/console/factor/code/prove', { json: { code: own.code(Date.now()) } })
  expect(shown.status, shown.text).toBe(200)
  // Its own guesses are limited all the same.
  for (let i = 1; i < 5; i++) expect(await guess(own)).toBe('code_wrong')
  expect(await guess(own)).toBe('too_many_requests')
})

test('the wallet alone cannot end the operator’s sessions', async () => {
  const account = wallet(443)
  const own = await operatorCaller(server, { roles: ['viewer'], account })
  const thief = await half('203.0.113.1', account)
  const out = (who: ReturnType<typeof caller>, everywhere: boolean) =>
    who.delete(`/api/console/session?everywhere=${everywhere}`)
  expect((await out(thief, true)).body.code).toBe('factor_first')
  expect((await own.get('/api/console/operators')).status).toBe(200)
  expect((await out(thief, false)).body.data).toEqual({ ended: 1 })
  await half('203.0.113.1', account)
  expect((await out(own, true)).body.data).toEqual({ ended: 2 })
})
