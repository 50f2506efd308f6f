import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { claims } from '../fields.ts'
import { type Frame, frame } from '../live/socket.ts'
import { type RouteName, ROUTES } from '../routes/all.ts'
import {
  claimField,
  decodeFrame,
  decodeReply,
  encodeFrame,
  encodeInput,
  encodeReply,
  inputField,
  inputNames,
  replyNames,
} from './codec.ts'
import { type JsonSchema, spelledInput, spelledReply } from './documented.ts'
import { FRAME_NAMES } from './names.ts'
import recorded from './recorded.testing.json' with { type: 'json' }
import { type Names, respell, tablesOf } from './spelling.ts'

/** Recorded requests, answers and frames of an earlier server, before our names; lists are cut to two. */
const requests = Object.entries(recorded.requests) as [RouteName, object][]
const replies = Object.entries(recorded.replies) as [RouteName, unknown][]
const names = Object.keys(ROUTES) as RouteName[]

describe('recorded messages are read in our names, and rewritten byte for byte', () => {
  test.each(requests)('as a request: %s', (name, sent) => {
    const ours = respell(sent, inputNames(name), 'ours') as object
    const shape = { ...claims.shape, ...(ROUTES[name].input as z.ZodMiniObject).shape }
    z.parse(z.strictObject(shape), ours)
    expect(JSON.stringify(encodeInput(name, ours))).toBe(JSON.stringify(sent))
  })

  test.each(replies)('as a reply: %s', (name, sent) => {
    const ours = decodeReply(name, sent)
    const schema: z.ZodMiniType = ROUTES[name].reply
    expect(z.parse(schema, ours)).toEqual(ours)
    expect(JSON.stringify(encodeReply(name, ours))).toBe(JSON.stringify(sent))
  })

  test.each(Object.entries(recorded.frames))('as a frame: %s', (_, sent) => {
    const ours = decodeFrame(sent) as Frame
    expect(z.parse(frame, ours)).toEqual(ours)
    expect(JSON.stringify(encodeFrame(ours))).toBe(JSON.stringify(sent))
  })
})

test('an order uses the field names of the first clients, in both directions', () => {
  const order = {
    pid: 1,
    stake: '10',
    timeId: 110,
    currencyId: 1,
    quoteId: 'q',
    book: 1,
    language: 'english',
  }
  expect(encodeInput('createLimitOrder', order)).toEqual({
    pid: 1,
    money: '10',
    timeId: 110,
    currcyId: 1,
    timezdId: 'q',
    is_virtual_account: 1,
    language: 'english',
  })
  const told = {
    net: '9.2',
    order: { pair: 'BTC/USDT', stake: '10', feeRate: '0.01', fee: '0.1', status: 1 },
  }
  expect(encodeReply('modifyLimitOrder', told)).toEqual({
    closingprofit: '9.2',
    order: { ptitle: 'BTC/USDT', money: '10', fee: '0.01', sxfee: '0.1', status: 1 },
  })
})

test('the arbitrage programme answers with the field names of the first clients', () => {
  const own = { profit: '1', earned: '2', tgzMoney: '3', products: [], videoUrl: '', videopicUrl: '' }
  expect(encodeReply('getBzIndexData', own)).toEqual({
    profit: '1',
    expectProfit: '2',
    tgzMoney: '3',
    listdata: [],
    videoUrl: '',
    videopicUrl: '',
  })
  const list = [{ orderNumber: 'x', title: '7 days', period: 7 }]
  expect(encodeReply('getMyTgOrderList', { list, total: 1 })).toEqual({
    list: [{ orderNum: 'x', title: '7 days', period: 7 }],
    total: 1,
  })
})

test.each([
  null,
  undefined,
  7,
  'text',
  [],
  [null],
  { type: 'x' },
  { type: '__proto__' },
  { data: 7, type: 1 },
])('a value that is neither frame nor reply stays unchanged: %o', (junk) => {
  expect(decodeFrame(junk)).toEqual(junk)
  expect(decodeReply('getMyLimitOrders', junk)).toEqual(junk)
})

test.each(names)('%s: a field by itself has the spelling that it has in a whole input', (name) => {
  const fields = Object.keys((ROUTES[name].input as z.ZodMiniObject).shape)
  for (const field of fields) {
    const sent = encodeInput(name, { [field]: 'x' })
    expect({ [inputField(name, field)]: 'x' }, field).toEqual(sent)
  }
  for (const claim of Object.keys(claims.shape))
    if (!fields.includes(claim))
      expect({ [claimField(claim)]: 'x' }, claim).toEqual(encodeInput(name, { [claim]: 'x' }))
})

test('a field called __proto__ stays a field', () => {
  const fields = JSON.parse('{"pid":1,"__proto__":{"x":1}}') as object
  expect(JSON.stringify(encodeInput('keepProd', fields))).toBe('{"pid":1,"__proto__":{"x":1}}')
})

describe('the names fit the schemas', () => {
  const schemas = names.flatMap((name) => {
    const { input, reply } = ROUTES[name]
    const taken = z.object({ ...claims.shape, ...(input as z.ZodMiniObject).shape })
    return [
      [
        `${name}, what it takes`,
        inputNames(name),
        schemaOf(taken, 'input'),
        spelledInput(name, schemaOf(taken, 'input')),
      ],
      [
        `${name}, what it answers`,
        replyNames(name),
        schemaOf(reply, 'output'),
        spelledReply(name, schemaOf(reply, 'output')),
      ],
    ] as const
  })

  test.each(schemas)('%s', (_, given, ours, theirs) => {
    expect(missingIn(ours, given)).toEqual([])
    // Two fields with the same name would merge into one property.
    expect(countFields(theirs)).toBe(countFields(ours))
  })

  test.each(Object.entries(FRAME_NAMES))('frames of type %s', (type, given) => {
    const variants = schemaOf(frame, 'output')['oneOf'] as JsonSchema[]
    const own = variants.filter((one) => JSON.stringify(one.properties?.['type']).includes(`"const":${type}`))
    expect(own.map((one) => missingIn(one, given))).toEqual([[]])
  })

  test('a name for a missing field would be noticed', () => {
    const schema = schemaOf(ROUTES.keepProd.reply, 'output')
    expect(missingIn(schema, { favourite: 'is_collect', colour: 'color' })).toEqual(['colour'])
  })
})

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
}

/** Names of fields that a schema lacks, at any depth. */
function missingIn(schema: JsonSchema, given: Names): string[] {
  const variants = [schema, ...(schema.anyOf ?? []), ...((schema['oneOf'] as JsonSchema[] | undefined) ?? [])]
  const objects = variants.flatMap((one) => (one.items ? [one.items] : one.properties ? [one] : []))
  return [...tablesOf(given).theirs].flatMap(([name, { inside }]) => {
    const fields = objects.map((one) => one.properties?.[name]).filter((one) => one !== undefined)
    if (fields.length === 0) return [name]
    const missing = fields.map((field) => (inside ? missingIn(field, inside) : []))
    return missing.find((one) => one.length === 0) ?? missing.flat()
  })
}

/** The number of a schema's fields, nested ones included. */
function countFields({ properties = {}, items, anyOf = [] }: JsonSchema): number {
  const inside = [...Object.values(properties), ...(items ? [items] : []), ...anyOf]
  return inside.reduce((sum, one) => sum + countFields(one), Object.keys(properties).length)
}
