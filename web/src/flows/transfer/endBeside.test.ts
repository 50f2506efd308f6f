import { expect, test } from 'vitest'
import { endBeside } from './endBeside.ts'

const [tx, another] = [`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(32)}`]
const [PENDING, PAID, FAILED] = [0, 1, 2] as const

test.each<[Parameters<typeof endBeside>[0], Parameters<typeof endBeside>[1], ReturnType<typeof endBeside>]>([
  [{ end: 'paid', tx }, { status: PAID, txid: tx }, 'paid'],
  [{ end: 'paid', tx }, { status: PENDING, txid: null }, 'paid'],
  [{ end: 'paid', tx }, { status: PENDING, txid: another }, 'paid'],
  [{ end: 'paid', tx }, { status: PAID, txid: another }, 'other'],
  [{ end: 'paid', tx }, { status: PAID, txid: null }, 'other'],
  [{ end: 'paid', tx }, { status: FAILED, txid: null }, 'other'],
  [{ end: 'returned', tx: '' }, { status: FAILED, txid: null }, 'returned'],
  [{ end: 'returned', tx }, { status: FAILED, txid: tx }, 'returned'],
  [{ end: 'refused', tx: '' }, { status: FAILED, txid: null }, 'returned'],
  [{ end: 'cancelled', tx: '' }, { status: PENDING, txid: null }, 'returned'],
  [{ end: 'cancelled', tx: '' }, { status: PAID, txid: tx }, 'other'],
])('the log’s %o beside the record’s %o is: %s', (end, record, says) => {
  expect(endBeside(end, record)).toBe(says)
})
