import { expect, test } from 'vitest'
import { caller, type Caller, setServer, wallet } from '../app/app.testing.ts'
import { proveAddress } from '../app/operatorCaller.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { passkey } from './passkey.testing.ts'

const NUMBERS = [421, 422, 423]
const clock = movableClock()
const OPERATORS = NUMBERS.map((one) => `${wallet(one).address}:viewer`).join(' ')
const server = setServer({ clock, env: { OPERATORS } })
const url = () => server.url

async function arriving(number: number): Promise<Caller> {
  const who = caller(url)
  expect((await proveAddress(who, wallet(number))).status).toBe(200)
  return who
}

const factor = (who: Caller, verb: string, json: object = {}) =>
  who.post(`/api/console/factor/passkey/${verb}`, { json })
const options = async (who: Caller, verb: 'new' | 'ask') =>
  ((await factor(who, verb)).body.data as { options: { challenge: string; rpId?: string } }).options
const state = async (who: Caller) =>
  ((await who.get('/api/console/session')).body.data as { session: { state: string } }).session.state

test('an operator makes a passkey at the first sign-in, and proves it at the next', async () => {
  const [who, key] = [await arriving(421), passkey(server.url)]
  const made = await options(who, 'new')
  expect(made).toMatchObject({
    rp: { id: 'localhost' },
    attestation: 'none',
    authenticatorSelection: { userVerification: 'required' },
  })
  const kept = await factor(who, 'keep', { response: key.made(made), name: 'Laptop' })
  expect(kept.body.data, kept.text).toMatchObject({ session: { state: 'open', factors: { passkey: true } } })
  const shown = (await who.get('/api/console/factors')).body.data
  expect(shown).toMatchObject({ passkeys: [{ id: key.id, name: 'Laptop', usedAt: null }], codeSince: null })

  const later = await arriving(421)
  expect(await state(later)).toBe('factor')
  expect((await factor(later, 'new')).body.code).toBe('factor_first')
  const asked = await options(later, 'ask')
  expect(asked).toMatchObject({
    rpId: 'localhost',
    userVerification: 'required',
    allowCredentials: [{ id: key.id }],
  })
  const proof = key.proof(asked)
  expect((await factor(later, 'prove', { response: proof })).status).toBe(200)
  expect(await state(later)).toBe('open')
  // The answer uses the challenge up.
  expect((await factor(await arriving(421), 'prove', { response: proof })).body.code).toBe('passkey_invalid')
})

test('a passkey is refused for another host, page or challenge, when too late, and without user verification', async () => {
  const [who, key] = [await arriving(422), passkey(server.url)]
  const other = passkey(server.url)
  for (const more of [
    { host: 'tickmark.example' },
    { origin: 'https://tickmark.example' },
    { isChecked: false },
  ]) {
    const response = key.made(await options(who, 'new'), more)
    expect((await factor(who, 'keep', { response, name: 'Key' })).body.code).toBe('passkey_invalid')
  }
  const first = key.made(await options(who, 'new'))
  const made = await options(who, 'new')
  expect((await factor(who, 'keep', { response: first, name: 'Key' })).body.code).toBe('passkey_invalid')
  expect((await factor(who, 'keep', { response: key.made(made), name: 'Key' })).body.code).toBe(
    'passkey_invalid',
  )
  expect(await state(who)).toBe('enrol')
  const response = key.made(await options(who, 'new'))
  expect((await factor(who, 'keep', { response, name: 'Key' })).status).toBe(200)

  const later = await arriving(422)
  for (const [by, more] of [
    [other, {}],
    [key, { host: 'tickmark.example' }],
    [key, { origin: 'https://tickmark.example' }],
    [key, { isChecked: false }],
    // A decreasing counter reveals a copy.
    [key, { counter: 1 }],
  ] as const) {
    const proof = by.proof(await options(later, 'ask'), more)
    expect((await factor(later, 'prove', { response: proof })).body.code).toBe('passkey_invalid')
  }
  const late = await options(later, 'ask')
  clock.advance(5 * 60_000)
  expect((await factor(later, 'prove', { response: key.proof(late) })).body.code).toBe('passkey_invalid')
  for (const nonsense of [{}, { id: key.id }, { id: key.id, response: { signature: 'x' } }])
    expect((await factor(later, 'prove', { response: nonsense })).body.code).toBe('passkey_invalid')
  expect(await state(later)).toBe('factor')
})

test('a passkey of somebody else is not stored, and the last factor stays', async () => {
  const [who, key, second] = [await arriving(423), passkey(server.url), passkey(server.url)]
  const keep = async (one: typeof key) =>
    (await factor(who, 'keep', { response: one.made(await options(who, 'new')), name: 'Key' })).body
  expect((await keep(key)).status).toBe(200)
  expect((await keep(key)).code).toBe('passkey_invalid')
  const remove = async (id: string) =>
    (await who.delete('/api/console/factor/passkey', { query: { passkey: id } })).body
  expect((await remove(key.id)).code).toBe('factor_last')
  expect((await keep(second)).status).toBe(200)
  expect((await remove('none')).code).toBe('factor_unknown')
  expect((await remove(key.id)).data).toEqual({ removed: true })
  expect((await remove(second.id)).code).toBe('factor_last')
})
