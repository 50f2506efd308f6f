import { expect, test } from 'vitest'
import { isAnswerTo, type Answer } from './isAnswerTo.ts'

const ORDER = { asked: 'a', order: 'a' }
const CLOSE = { asked: 'b', order: 'a' }
const YES = {}

/** An answer about an order or a hosting order, with only these parts. */
const order = (...parts: ('placed' | 'closed' | 'refused')[]) =>
  ({
    placed: null,
    closed: null,
    refused: null,
    ...Object.fromEntries(parts.map((part) => [part, YES])),
    head: null,
  }) as unknown as Answer
const hosting = (kind: 'hosting' | 'exit' | null, isRefused = false) =>
  ({
    stated: kind && { statement: { kind } },
    refused: isRefused ? YES : null,
    head: null,
  }) as unknown as Answer

test.each<[string, Answer, ofOrder: boolean, ofClose: boolean]>([
  ['a ticket', order('placed'), true, false],
  ['a close', order('closed'), false, true],
  ['a refusal', order('refused'), true, true],
  ['nothing', order(), false, false],
  ['a ticket and a refusal', order('placed', 'refused'), false, false],
  ['a close and a refusal', order('closed', 'refused'), false, false],
  ['a ticket and a close', order('placed', 'closed'), false, false],
  ['a hosting ticket', hosting('hosting'), true, false],
  ['an exit', hosting('exit'), false, true],
  ['a hosting refusal', hosting(null, true), true, true],
  ['no statement', hosting(null), false, false],
  ['a hosting ticket and a refusal', hosting('hosting', true), false, false],
  ['an exit and a refusal', hosting('exit', true), false, false],
])('%s answers an order %s, and a close %s', (_, answer, ofOrder, ofClose) => {
  expect([isAnswerTo(ORDER, answer), isAnswerTo(CLOSE, answer)]).toEqual([ofOrder, ofClose])
})
