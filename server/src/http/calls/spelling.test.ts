import { type RouteName, ROUTES } from '@tickmark/wire/routes/all'
import { claimField, inputNames } from '@tickmark/wire/legacy/codec'
import recorded from '@tickmark/wire/legacy/recorded.testing.json' with { type: 'json' }
import { respell } from '@tickmark/wire/legacy/spelling'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, caller, newUser, setServer } from '../../app/app.testing.ts'
import { inputReader, readClaims } from './input.ts'

const server = setServer()
let user: Caller
beforeAll(async () => {
  user = await newUser(() => server.url, 41)
})

const requests = Object.entries(recorded.requests) as [RouteName, Record<string, unknown>][]

describe('a request as it was recorded', () => {
  test.each(requests)('is read in our names: %s', (name, sent) => {
    const read = inputReader(name, ROUTES[name].input)(sent) as object
    const ours = respell(sent, inputNames(name), 'ours') as Record<string, unknown>
    const { book = 0, language = 'english', address, ...own } = ours
    expect(Object.keys(read)).toEqual(expect.arrayContaining(Object.keys(own)))
    expect(readClaims(sent)).toEqual({
      book: Number(book),
      language,
      ...(address !== undefined && { address }),
    })
  })
})

test('our internal names are not accepted from outside', async () => {
  const by = caller(() => server.url)
  const raw = (fields: object) => by.post('/api/session/challenge', { raw: JSON.stringify(fields) })
  const asked = { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', walletType: 1 }
  expect((await raw({ ...asked, [claimField('book')]: 1 })).status).toBe(200)
  expect((await raw({ ...asked, book: 1 })).body.code).toBe('bad_request')
  const read = inputReader('recharge', ROUTES.recharge.input)
  expect(read(recorded.requests.recharge)).toEqual({ typeId: 35 })
  expect(() => read({ typeId: 35 })).toThrow('bad_request')
})

test.each([
  'getMarket',
  'getMyWalletData',
  'getMyMessage',
  'getNotice',
  'service',
  'getTimeAccountCurrency',
] as const)('the fields of an answer are those that were recorded, in their order: %s', async (name) => {
  const query: Record<string, string> = name === 'getTimeAccountCurrency' ? { type: '0', pid: '1' } : {}
  const { text } = await user.get(ROUTES[name].path, { query: { ...query, book: '1' } })
  const { data } = JSON.parse(text) as { data: unknown }
  expect(fieldsOf(data)).toEqual(fieldsOf(recorded.replies[name]))
})

/** The field names of a value; for a list, those of its first element. */
function fieldsOf(value: unknown): unknown {
  if (Array.isArray(value)) return fieldsOf(value[0])
  if (typeof value !== 'object' || value === null) return null
  return Object.entries(value).map(([name, field]) => [name, fieldsOf(field)])
}
