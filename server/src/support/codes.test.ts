import { expect, test } from 'vitest'
import { memberCode, operatorCode } from './codes.ts'

const key = new Uint8Array(32).fill(7)
const numbers = Array.from({ length: 300 }, (_, i) => i)
const signsOf = (codes: readonly string[]) => [...new Set(codes.join(''))].toSorted().join('')

test('the codes of users and operators have every sign that nobody misreads, and no other', () => {
  const members = numbers.map((id) => memberCode(id, key))
  expect(signsOf(members)).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ')
  expect(members.every((one) => one.length === 8)).toBe(true)
  const operators = numbers.map((i) => operatorCode(`0x${i}`, key))
  expect(signsOf(operators)).toBe('ABCDEFGHJKLMNPQRSTUVWXYZ')
  expect(operators.every((one) => one.length === 4)).toBe(true)
})

test('everybody has one code, which nobody without the key can tell', () => {
  expect(new Set(numbers.map((id) => memberCode(id, key))).size).toBe(numbers.length)
  expect(memberCode(5, key)).toBe(memberCode(5, key))
  expect(memberCode(5, new Uint8Array(32))).not.toBe(memberCode(5, key))
  expect(operatorCode('0x5', new Uint8Array(32))).not.toBe(operatorCode('0x5', key))
})
